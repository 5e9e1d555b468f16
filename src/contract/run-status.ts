// The three ways a run can end (ENV-07).

import * as z from 'zod';

export const runStatusSchema = z.enum(['done', 'partial', 'failed']);
export type RunStatus = z.infer<typeof runStatusSchema>;
