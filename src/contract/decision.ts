// What one stage of the pipeline decided and why: the lines of a run's trace.

import * as z from 'zod';

export const decisionSchema = z.object({
  /** The stage, in the order of the pipeline. */
  stage: z.enum([
    'guard',
    'validate',
    'context',
    'clock',
    'rerun',
    'runtime',
    'normalise',
    'artifacts',
  ]),
  /** The contract requirement that decided, such as `ENV-03`. */
  rule: z.string().regex(/^[A-Z]{3}-\d\d$/),
  /** One sentence: what was decided and on what evidence. Never holds a secret. */
  note: z.string(),
});
export type Decision = z.infer<typeof decisionSchema>;
