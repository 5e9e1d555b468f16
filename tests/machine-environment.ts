// What every program that a test starts has of the machine's environment.

/** Where programs and the home are, and where skills run (`choose-sandbox.ts`). */
export function machineEnvironment(): Readonly<Record<string, string | undefined>> {
  const { PATH, HOME, QIAO_SANDBOX } = process.env;
  return { PATH, HOME, ...(QIAO_SANDBOX !== undefined && { QIAO_SANDBOX }) };
}
