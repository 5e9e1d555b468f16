// An exception that a skill let out, as a runtime reports it: data, in whatever language it was thrown.

export interface SkillException {
  /** The class's own name: `TimeoutError`, `KeyError`. */
  readonly name: string;
  readonly message: string;
  /**
   * Names of the class and all classes it inherits from, most derived first, each with its module where
   * the language has one (`sqlalchemy.exc.OperationalError`, `TimeoutError`); causes' classes are not in it.
   */
  readonly classes: readonly string[];
  /** The system's or library's error code where there is one: `ECONNRESET`, `42P01`. */
  readonly code?: string;
  /** The same of what caused it, one level after another (`error.cause`, `__cause__`). */
  readonly causes: readonly Pick<SkillException, 'name' | 'message' | 'classes' | 'code'>[];
}
