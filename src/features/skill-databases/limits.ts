// What a skill's database session may take, so that no skill holds the platform's database.

export interface SkillDatabaseLimits {
  /** Milliseconds from the opening of a session to its end, whatever it is doing (CTX-07). */
  readonly sessionMs: number;
  /** Milliseconds of one statement. */
  readonly statementMs: number;
  /** Milliseconds that a statement waits for another session's lock. */
  readonly lockMs: number;
  /** Rows of one statement's result. */
  readonly rows: number;
  /** Bytes of one statement's result on the wire. */
  readonly resultBytes: number;
  /** Characters of one statement's text. */
  readonly statementChars: number;
  /** Sets of parameters in one call. */
  readonly parameterSets: number;
  /** Statements of one session that may wait for their turn. */
  readonly pendingStatements: number;
  /** Sessions that one run may have open at once. */
  readonly sessionsOfRun: number;
  /** Sessions of one team in this process. */
  readonly sessionsOfTeam: number;
  /** Connections of one team over all processes; PostgreSQL holds them to it. */
  readonly connectionsOfTeam: number;
  /** Sessions of this process, all teams together. */
  readonly sessions: number;
  /** Milliseconds that an opening waits for a place. */
  readonly waitMs: number;
}

export const SKILL_DATABASE_LIMITS: SkillDatabaseLimits = {
  sessionMs: 30_000,
  statementMs: 15_000,
  lockMs: 5000,
  rows: 10_000,
  resultBytes: 8 * 1024 * 1024,
  statementChars: 256 * 1024,
  parameterSets: 10_000,
  pendingStatements: 64,
  sessionsOfRun: 4,
  sessionsOfTeam: 4,
  connectionsOfTeam: 8,
  sessions: 16,
  waitMs: 10_000,
};
