import { expect, test } from 'vitest';
import { dependencyFailureOf } from '../dependency-failure.ts';
import { classifyFailure } from './classify-failure.ts';
import type { ToolEnd } from './run-tool.ts';

const ended = (output: string, changes: Partial<ToolEnd> = {}): ToolEnd => ({
  status: 'failed',
  output,
  stdout: '',
  egressDenied: [],
  ...changes,
});

const failureOf = (end: ToolEnd, isOffline = false) =>
  dependencyFailureOf(classifyFailure({ end, asked: ['one', 'two'], isOffline }));

/** As these programs say it. */
const SAID: readonly (readonly [said: string, code: string, name?: string])[] = [
  ['ERROR: No matching distribution found for one==9', 'deps_not_found', 'one==9'],
  [
    "WARNING: Retrying after 'NewConnectionError(…)'\nERROR: No matching distribution found for one",
    'deps_network_unavailable',
  ],
  ['ERROR: ResolutionImpossible: for help visit', 'deps_conflict'],
  ['ERROR: THESE PACKAGES DO NOT MATCH THE HASHES FROM THE REQUIREMENTS FILE', 'deps_conflict'],
  [
    "ERROR: Package 'one' requires a different Python: 3.11.2 not in '>=4'",
    'deps_python_version',
    'one',
  ],
  [
    'ERROR: Could not install packages due to an OSError: [Errno 28] No space left on device',
    'deps_disk_full',
  ],
  [
    '  × No solution found when resolving dependencies:\n  ╰─▶ Because one was not found in the package registry',
    'deps_not_found',
    'one',
  ],
  ['error: Failed to fetch: `https://index.example/simple/one/`', 'deps_network_unavailable'],
  [
    'npm error code ERESOLVE\nnpm error ERESOLVE unable to resolve dependency tree',
    'deps_conflict',
  ],
  [
    "npm error code E404\nnpm error 404 Not Found\nnpm error 404  '@a/one@1' is not in this registry.",
    'deps_not_found',
    '@a/one',
  ],
  ['npm error code ENOTFOUND\nnpm error syscall getaddrinfo', 'deps_network_unavailable'],
  ['npm error code E503', 'deps_network_unavailable'],
  [
    'Could not fetch URL http://a.example/simple/one/: 502 Server Error: Bad Gateway for url\nERROR: No matching distribution found for one',
    'deps_network_unavailable',
  ],
  ['something nobody foresaw', 'deps_build_failed'],
];

const CASES = SAID.map(([said, code, name = 'nobody']) => [said, code, name] as const);

test.each(CASES)('CLI-07 %j is %s, of %s', (output, code, name) => {
  const failure = failureOf(ended(output));
  expect(failure).toMatchObject({ code, retryable: code === 'deps_network_unavailable' });
  expect(failure?.package ?? 'nobody').toBe(name);
});

test('CLI-07 a host that was refused, a clock and a skill without network come first', () => {
  const said = 'ERROR: No matching distribution found for one';
  expect(failureOf(ended(said, { egressDenied: ['files.example:443'] }))).toMatchObject({
    code: 'deps_host_denied',
  });
  expect(failureOf(ended(said, { status: 'timed-out' }))).toMatchObject({
    code: 'deps_timeout',
    retryable: true,
  });
  expect(failureOf(ended(said), true)).toMatchObject({ code: 'deps_network_none' });
});

test('CLI-07 of a long output its end is told', () => {
  const failure = failureOf(ended(`${'x'.repeat(10_000)}\nthe reason`));
  expect(failure?.errorOutput).toHaveLength(2000);
  expect(failure?.errorOutput).toContain('the reason');
});
