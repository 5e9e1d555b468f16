// What the platform counts beside its HTTP requests.

import type { Metrics } from '#api/metrics.ts';
import type { StreamServer } from '#api/streams/stream-server.ts';
import type { Caller } from '#features/accounts/index.ts';
import type { Platform, PlatformWatch } from './compose-platform.ts';

export function createPlatformWatch(metrics: Metrics): PlatformWatch {
  const turns = metrics.counter('qiao_turns_total', 'Turns that ended here, by how.');
  const runs = metrics.counter('qiao_skill_runs_total', 'Skills that ran here, by status.');
  return {
    turnEnded: (reason) => turns.add({ reason }),
    skillRan: (status) => runs.add({ status }),
  };
}

export function addPlatformMetrics(
  metrics: Metrics,
  { runner, jobs, instance }: Platform,
  streams: StreamServer<Caller>,
): void {
  metrics.gauge('qiao_turns_running', 'Turns that run in this process.', () => [
    { value: runner.running() },
  ]);
  metrics.gauge('qiao_jobs_running', 'Background jobs that run in this process.', () => [
    { value: jobs.running() },
  ]);
  metrics.gauge('qiao_streams_open', 'Clients that follow a conversation here.', () => [
    { value: streams.openStreams() },
  ]);
  metrics.gauge('qiao_database_connections', 'Connections of the pool, by state.', () => {
    const { total, idle, waiting } = instance.database.load();
    return [
      { labels: { state: 'busy' }, value: total - idle },
      { labels: { state: 'idle' }, value: idle },
      { labels: { state: 'awaited' }, value: waiting },
    ];
  });
}
