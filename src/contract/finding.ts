// What a reader or checker of skill packages has to say about one place.

import * as z from 'zod';

/** From worst to least; `fatal` means that the package can't be loaded. */
const SEVERITIES = ['fatal', 'critical', 'high', 'medium', 'low'] as const;

/** In one language, as the JSON reports give it. */
export const findingSchema = z.object({
  /** Stable kebab-case id of the rule, `front-matter-invalid` say. */
  rule: z.string(),
  severity: z.enum(SEVERITIES),
  /** Relative to the package's directory, `/` as separator. */
  file: z.string(),
  /** From 1; null where the finding is about the whole file. */
  line: z.number().int().positive().nullable(),
  message: z.string(),
  /** What to do about it. */
  fix: z.string(),
});
export type Severity = (typeof SEVERITIES)[number];
