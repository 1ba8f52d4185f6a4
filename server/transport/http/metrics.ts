import cluster from 'node:cluster';
import { AggregatorRegistry, Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import type { ReplicaOutcome } from '../../platform/db/replica';

/** The process's metrics in Prometheus' format; the event loop's delay is among the defaults. */
export const registry = new Registry();
collectDefaultMetrics({ register: registry });
if (cluster.isWorker) {
  AggregatorRegistry.setRegistries(registry);
  // Its constructor makes this process respond when the parent asks for the metrics.
  new AggregatorRegistry();
}

const duration = new Histogram({
  name: 'http_request_duration_seconds',
  help: 'Time from the request head to the end of the response',
  labelNames: ['operation', 'status'],
  buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
  registers: [registry],
});

const responses = new Counter({
  name: 'http_requests_total',
  help: 'Completed requests',
  labelNames: ['status'],
  registers: [registry],
});

/** @param operation the operation's name, or the kind of address; never a raw path, which has no bound */
export function observeRequest(operation: string, status: number, seconds: number): void {
  duration.observe({ operation, status: String(status) }, seconds);
  responses.inc({ status: String(status) });
}

const replicaReads = new Counter({
  name: 'database_replica_reads_total',
  help: 'Reads that a replica may serve, by who served them: the replica, or the primary for a reason',
  labelNames: ['outcome'],
  registers: [registry],
});

export function observeReplicaRead(outcome: ReplicaOutcome): void {
  replicaReads.inc({ outcome });
}
