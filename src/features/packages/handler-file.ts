// The file in which a package's code is (RUN-01), as text.

export interface HandlerFile {
  readonly file: string;
  readonly language: 'python' | 'node';
  /** '' where it can't be read. */
  readonly source: string;
}
