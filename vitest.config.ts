import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    reporters: ['default', './scripts/closing-line-reporter.ts'],
    // Real processes on two shared cores: a test that hangs ends here, a slow one is left alone.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    globalSetup: ['./tests/start-test-postgres.ts', './tests/choose-sandbox.ts'],
    projects: [
      { extends: true, test: { name: 'unit', include: ['{src,console/src}/**/*.test.ts'] } },
      { extends: true, test: { name: 'whole', include: ['tests/**/*.test.ts'] } },
    ],
  },
});
