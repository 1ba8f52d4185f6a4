import cluster from 'node:cluster';
import { AggregatorRegistry, Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { VERSION } from '../version';
import { type KeyOf, type LabelsOf, METRICS, type MetricKey } from './declared';

/** Metrics of web processes, and of every process by default: the event loop's delay, memory, processor time. */
const ofWeb = new Registry();
/** The rest: forks have none of it. */
const ofProcess = new Registry();
collectDefaultMetrics({ register: ofWeb });
if (cluster.isWorker) {
  AggregatorRegistry.setRegistries(ofWeb);
  // Its constructor makes this process respond when the parent asks for the metrics.
  new AggregatorRegistry();
}

/** The type of what `metricsText` returns. */
export const METRICS_TYPE = ofWeb.contentType;

type Reading = ReadonlyArray<[labels: Record<string, string>, value: number]>;
/** What gauges are read by when metrics are asked for. */
const readers = new Map<MetricKey, () => Reading>();

const instruments = new Map<MetricKey, Counter | Gauge | Histogram>();
for (const key of Object.keys(METRICS) as MetricKey[]) {
  const { name, kind, help, labels, of, ...more } = METRICS[key];
  const registers = [of === 'web' ? ofWeb : ofProcess];
  const options = { name, help, labelNames: [...labels], registers };
  if (kind === 'counter') instruments.set(key, new Counter(options));
  else if (kind === 'histogram') {
    const { buckets } = more as { buckets: readonly number[] };
    instruments.set(key, new Histogram({ ...options, buckets: [...buckets] }));
  } else {
    const collect = () => {
      const read = readers.get(key);
      if (read) setAll(key as KeyOf<'gauge'>, read());
    };
    instruments.set(key, new Gauge({ ...options, collect }));
  }
}

set('buildInfo', { version: VERSION }, 1);

export function count<Key extends KeyOf<'counter'>>(key: Key, labels: LabelsOf<Key>): void {
  (instruments.get(key) as Counter).inc(labels);
}

/**
 * Says zero before the first time: Prometheus sees no increase in a counter that begins at one, so that what an alert is
 * about would have to happen twice.
 */
export function begin<Key extends KeyOf<'counter'>>(key: Key, each: readonly LabelsOf<Key>[]): void {
  for (const labels of each) (instruments.get(key) as Counter).inc(labels, 0);
}

/** @param seconds how long it took */
export function observe<Key extends KeyOf<'histogram'>>(
  key: Key,
  labels: LabelsOf<Key>,
  seconds: number,
): void {
  (instruments.get(key) as Histogram).observe(labels, seconds);
}

export function set<Key extends KeyOf<'gauge'>>(key: Key, labels: LabelsOf<Key>, value: number): void {
  (instruments.get(key) as Gauge).set(labels, value);
}

/** Replaces every value of a gauge: what isn't among them is no longer said. */
export function setAll(key: KeyOf<'gauge'>, values: Reading): void {
  const gauge = instruments.get(key) as Gauge;
  gauge.reset();
  for (const [labels, value] of values) gauge.set(labels, value);
}

/** Reads a gauge when metrics are asked for. */
export function readBy(key: KeyOf<'gauge'>, read: () => Reading): void {
  readers.set(key, read);
}

/** @param forks what adds up the metrics of forks; null where the web is in this process */
export async function metricsText(forks: { clusterMetrics(): Promise<string> } | null): Promise<string> {
  const web = forks ? forks.clusterMetrics() : ofWeb.metrics();
  return (await Promise.all([web, ofProcess.metrics()])).join('\n');
}
