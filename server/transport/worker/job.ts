import type { JobHelpers } from 'graphile-worker';
import type { Logger } from 'pino';
import type { TaskName } from '../../kernel/tasks';
import { count, observe, set } from '../../platform/metrics/metrics';
import { splitOrigin } from '../../platform/outbox/origin';
import { failureOf, inRoot } from '../../platform/tracing/trace';

/**
 * Runs a job: its line in the log names the request that caused it, and its spans are in that request's trace.
 * @param stored its payload, with its origin
 * @throws what the job throws: it is tried again
 */
export async function runJob(
  log: Logger,
  task: TaskName,
  stored: unknown,
  { job }: Pick<JobHelpers, 'job'>,
  work: (payload: unknown) => Promise<void>,
): Promise<void> {
  const { payload, origin } = splitOrigin(stored);
  const { request_id: requestId, entity_id: entityId, user_id: userId, traceparent: parent } = origin;
  const { id, attempts: attempt } = job;
  const began = performance.now();
  const options = { kind: 'consumer', parent, attributes: { 'tallyleaf.attempt': attempt } } as const;
  await inRoot(`job ${task}`, options, async (scope) => {
    let failure: string | undefined;
    try {
      await work(payload);
    } catch (error) {
      failure = failureOf(error).type;
      throw error;
    } finally {
      const ms = Math.round(performance.now() - began);
      const isLast = attempt >= job.max_attempts;
      count('jobs', { job: task, outcome: failure === undefined ? 'done' : isLast ? 'failed' : 'retried' });
      observe('jobSeconds', { job: task }, ms / 1000);
      if (failure === undefined) set('jobLastDone', { job: task }, Date.now() / 1000);
      const line = { job: task, jobId: id, attempt, requestId, entityId, userId, failure, ms };
      log.info({ ...line, traceId: scope?.traceId }, 'job');
    }
  });
}
