// A process that rotates the key once: to be killed in the middle of it.

import * as z from 'zod';
import { openDatabase } from '#system/database/database.ts';
import { openSecrets } from '../open-secrets.ts';

const GIVEN = z.object({
  address: z.object({
    host: z.string(),
    port: z.number(),
    user: z.string(),
    password: z.string(),
    database: z.string(),
  }),
  dataFolder: z.string(),
});

const { address, dataFolder } = GIVEN.parse(JSON.parse(process.argv[2] ?? ''));
const database = openDatabase(address);
const secrets = await openSecrets({ database, secretKey: undefined, dataFolder });
await secrets.rotate();
await database.close();
