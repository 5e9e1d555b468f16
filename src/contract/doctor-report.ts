// What `qiao doctor --json` says this machine offers.

import * as z from 'zod';

export const doctorReportSchema = z.object({
  checks: z.array(
    z.object({
      /** Stable id: `node`, `python`, `process-tree`, `sandbox`, `sandbox-docker`, `sandbox-bwrap`, `sandbox-landlock`, `database`, `model`, `data-folder`. */
      name: z.string(),
      status: z.enum(['ok', 'limited', 'missing']),
      /** What was found. */
      detail: z.string(),
      /** What to do about it; null where nothing needs doing. */
      remedy: z.string().nullable(),
    }),
  ),
});
export type DoctorReport = z.infer<typeof doctorReportSchema>;
