// What `qiao run --json` says of one run.

import * as z from 'zod';
import { jsonObjectSchema } from './json-object.ts';
import { runStatusSchema } from './run-status.ts';

export const runReportSchema = z.object({
  status: runStatusSchema,
  skill: z.string(),
  /** The normalised envelope. */
  output: jsonObjectSchema,
  /** How often the skill was run: 1, or up to 3 after transient faults (ENV-12). */
  attempts: z.number().int().nonnegative(),
  duration_ms: z.number().nonnegative(),
  /** Files made for the user, absolute paths inside the workspace. */
  artifacts: z.array(
    z.object({ name: z.string(), path: z.string(), bytes: z.number().int().nonnegative() }),
  ),
  /** Absolute path; a temporary one in which nothing was left is gone. */
  workspace: z.string(),
  /** What the skill printed; bounded, the cut is stated in the text. */
  log: z.string(),
});
export type RunReport = z.infer<typeof runReportSchema>;
