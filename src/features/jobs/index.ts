// The door of this feature: the durable queue of jobs.

export { createJobs } from './create-jobs.ts';
export type { Job, Jobs, NewJob } from './jobs.ts';
