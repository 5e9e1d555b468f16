// A restore in a process of its own, to be killed: prints a line for each thing it does.

import { readFileSync } from 'node:fs';
import * as z from 'zod';
import { openDatabase } from '../../database/database.ts';
import { restoreBackup } from '../restore-backup.ts';
import { manyTypesMigrations } from './many-types.ts';

const input = z
  .object({
    address: z.object({
      host: z.string(),
      port: z.number(),
      user: z.string(),
      password: z.string(),
      database: z.string(),
    }),
    roots: z.array(
      z.object({ name: z.string(), kind: z.enum(['file', 'folder']), path: z.string() }),
    ),
    dataFolder: z.string(),
    file: z.string(),
  })
  .parse(JSON.parse(readFileSync(0, 'utf8')));

const database = openDatabase(input.address);
await restoreBackup(
  {
    database,
    roots: input.roots,
    keyFrom: 'file',
    programVersion: '0',
    now: () => new Date(),
    migrations: manyTypesMigrations,
    newId: () => String(process.pid),
    dataFolder: input.dataFolder,
  },
  input.file,
  { onProgress: ({ stage, name }) => process.stdout.write(`${stage} ${name}\n`) },
);
await database.close();
