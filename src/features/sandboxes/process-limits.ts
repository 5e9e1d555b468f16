// What the processes of a sandbox may take, beside memory and time.

export const PROCESS_LIMITS = {
  /** Processes and threads of one workspace. */
  processes: 1024,
  /** Open files of one process. */
  openFiles: 4096,
  /** Bytes of one file. */
  fileBytes: 4 * 1024 ** 3,
  /** Bytes of a /tmp of its own, which is memory. */
  temporaryBytes: 256 * 1024 * 1024,
} as const;
