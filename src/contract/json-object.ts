// A JSON object in a contract, with the product's own type.

import * as z from 'zod';
import type { JsonObject } from '#base/json.ts';

export const jsonObjectSchema: z.ZodType<JsonObject> = z.record(z.string(), z.json());
