// Counts what happens and writes it as Prometheus text.

type MetricLabels = Readonly<Record<string, string>>;

interface Counter {
  add(labels?: MetricLabels, by?: number): void;
}

interface Histogram {
  observe(value: number, labels?: MetricLabels): void;
}

interface GaugeSample {
  readonly labels?: MetricLabels;
  readonly value: number;
}

export interface Metrics {
  /** Labels must have few values: every combination is kept. */
  counter(name: string, help: string): Counter;
  /** `bounds` are upper ones, ascending; seconds where it is a time. */
  histogram(name: string, help: string, bounds: readonly number[]): Histogram;
  /** Read when somebody asks for the metrics. */
  gauge(name: string, help: string, read: () => readonly GaugeSample[]): void;
  /** The text format, version 0.0.4. */
  write(): string;
}

export const METRICS_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

/** Of the times in which people wait for an answer, in seconds. */
export const REQUEST_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10] as const;

export function createMetrics(): Metrics {
  const writers: (() => readonly string[])[] = [];
  return {
    counter(name, help) {
      const series = new Map<string, number>();
      writers.push(() => [
        ...head(name, help, 'counter'),
        ...[...series].map(([labels, value]) => `${name}${labels} ${value}`),
      ]);
      return {
        add(labels = {}, by = 1) {
          const key = written(labels);
          series.set(key, (series.get(key) ?? 0) + by);
        },
      };
    },
    histogram(name, help, bounds) {
      const series = new Map<string, Observed>();
      writers.push(() => [
        ...head(name, help, 'histogram'),
        ...[...series.values()].flatMap((observed) => histogramLines(name, bounds, observed)),
      ]);
      return {
        observe(value, labels = {}) {
          const key = written(labels);
          const observed = series.get(key) ?? newObserved(labels, bounds.length);
          series.set(key, observed);
          const bucket = bounds.findIndex((bound) => value <= bound);
          const at = bucket === -1 ? bounds.length : bucket;
          observed.counts[at] = (observed.counts[at] ?? 0) + 1;
          observed.sum += value;
        },
      };
    },
    gauge(name, help, read) {
      writers.push(() => [
        ...head(name, help, 'gauge'),
        ...read().map(({ labels = {}, value }) => `${name}${written(labels)} ${value}`),
      ]);
    },
    write: () => `${writers.flatMap((write) => write()).join('\n')}\n`,
  };
}

interface Observed {
  readonly labels: MetricLabels;
  /** One for each bound, and one for what is above all. */
  readonly counts: number[];
  sum: number;
}

function newObserved(labels: MetricLabels, bounds: number): Observed {
  return { labels, counts: Array.from({ length: bounds + 1 }, () => 0), sum: 0 };
}

function histogramLines(
  name: string,
  bounds: readonly number[],
  { labels, counts, sum }: Observed,
): readonly string[] {
  let total = 0;
  const buckets = [...bounds.map(String), '+Inf'].map((le, at) => {
    total += counts[at] ?? 0;
    return `${name}_bucket${written({ ...labels, le })} ${total}`;
  });
  return [
    ...buckets,
    `${name}_sum${written(labels)} ${sum}`,
    `${name}_count${written(labels)} ${total}`,
  ];
}

function head(name: string, help: string, type: string): readonly string[] {
  return [
    `# HELP ${name} ${help.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')}`,
    `# TYPE ${name} ${type}`,
  ];
}

function written(labels: MetricLabels): string {
  const pairs = Object.entries(labels).map(
    ([name, value]) =>
      `${name}="${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')}"`,
  );
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
}
