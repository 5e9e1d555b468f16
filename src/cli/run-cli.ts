// The command line: one file a command, this file only chooses.

export function runCli(args: readonly string[]): Promise<number> {
  return Promise.resolve(args.length === 0 ? 0 : 2);
}
