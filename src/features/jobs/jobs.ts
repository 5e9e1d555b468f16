// The port to the durable queue: jobs that are kept in the database, and run by one process at a time, at least once.

import type { PoolClient } from 'pg';

/** Which job: its queue and its id, a uuid. */
export interface JobName {
  readonly queue: string;
  readonly id: string;
}

export interface NewJob extends JobName {
  /** Among whom places are shared: the organisation. */
  readonly group: string;
  /**
   * How many of its group wait or run already: of jobs that wait, those with fewer before them come first, so that
   * who has many waits for their own.
   */
  readonly groupAhead: number;
  /** Seconds after which a run of it is given up, whatever its worker says. */
  readonly expireSec: number;
}

/** As its worker gets it. */
export interface Job extends JobName {
  /** Aborted when it is to stop: `stopped` where the process closes, `conflict` where the job is not ours any more. */
  readonly signal: AbortSignal;
}

/** `over`: done, taken back, or given up after it failed too often. `gone`: the queue knows nothing of it. */
export interface JobFacts {
  readonly state: 'waiting' | 'running' | 'over' | 'gone';
}

export interface Work {
  readonly queue: string;
  /** Jobs that run here at once, and how many of them may be one group's. */
  readonly places: number;
  readonly groupPlaces: number;
  /**
   * Called at least once for each job. Where it rejects, or where its process is gone, the job comes again: what it
   * does is guarded by its own record.
   */
  run(job: Job): Promise<void>;
}

export interface Jobs {
  /**
   * Opens the queue, and makes its tables where they are missing. Throws `database-unavailable` with what to do.
   * Everything else does it by itself.
   */
  open(): Promise<void>;
  /** In `client`'s transaction where one is given: no job where it is rolled back. The same name twice is one job. */
  add(job: NewJob, client?: PoolClient): Promise<void>;
  /** Takes back one that waits; one that runs, or is over, stays. */
  remove(job: JobName, client?: PoolClient): Promise<void>;
  /** Forgets one that is over, so that its name can be added again. */
  forget(job: JobName): Promise<void>;
  /** One whose worker is known to be gone comes again at once. */
  giveBack(job: JobName): Promise<void>;
  look(job: JobName): Promise<JobFacts>;
  /** From now on jobs of the queue are taken here. */
  work(work: Work): Promise<void>;
  /** Jobs that run here. */
  running(): number;
  /** Takes nothing new, lets jobs end for `graceMs`, then aborts them and waits once more as long. Jobs can be added. */
  stopWork(graceMs: number): Promise<void>;
  /** Stops the work where that was not done, and leaves the database. */
  close(graceMs: number): Promise<void>;
}
