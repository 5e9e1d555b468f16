#!/usr/bin/env node
// The program as people start it: sets the clone up, then runs it on the project's own Node 24.

import nodeModule from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { tryBuildConsole } from '../scripts/build-console.mjs';
import { programFile } from '../scripts/build.mjs';
import { runWithProjectNode, setUp } from '../scripts/set-up.mjs';

const OLDEST_NODE = 24;

setUp();
if (Number(process.versions.node.split('.')[0]) >= OLDEST_NODE) {
  nodeModule.enableCompileCache();
  if (process.argv[2] === 'serve') await tryBuildConsole();
  await import(pathToFileURL(await programFile()).href);
} else {
  runWithProjectNode('node', [fileURLToPath(import.meta.url), ...process.argv.slice(2)], {
    passesInterrupt: true,
  });
}
