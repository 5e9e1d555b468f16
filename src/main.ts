// The entry of the program.

import nodeModule from 'node:module';

// What was read and stripped of its types once is not again: a start from the sources takes half as long.
nodeModule.enableCompileCache();
const { runCli } = await import('#cli/run-cli.ts');
process.exitCode = await runCli(process.argv.slice(2));
