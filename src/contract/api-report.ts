// What `qiao api --json` says of an OpenAPI or whitelist file.

import * as z from 'zod';
import { jsonObjectSchema } from './json-object.ts';

export const apiReportSchema = z.object({
  /** Absolute; relative, or '' where the file names no host. */
  base_url: z.string(),
  /** Those that may be called, with a port where it isn't the scheme's own. */
  hosts: z.array(z.string()),
  tools: z.array(
    z.object({
      /** `^[a-zA-Z0-9_-]{1,64}$`, unique. */
      name: z.string(),
      /** In capitals. */
      method: z.string(),
      path: z.string(),
      description: z.string(),
      input_schema: jsonObjectSchema,
    }),
  ),
});
export type ApiReport = z.infer<typeof apiReportSchema>;
