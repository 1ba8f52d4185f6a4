import { plainLineOf } from '../../kernel/one-line';
import type { Db } from '../../platform/db/client';
import { dropFailed, type FailedJob, failedJobs, retryFailed } from '../../platform/jobs/failed.sql';
import { type Command, type CommandContext, CommandError, print, readArguments, UsageError } from './command';

const PAGE = 500;
const MAX_IDS = 500;
/** Characters of a reason. */
const MAX_REASON = 300;

/** What seals the audit log, folds kept totals and deletes what is over must happen, however late. */
const NEVER_DROPPED = /^(?:seal|fold|purge)_/;

export const jobs: Command = {
  usage: 'jobs [retry|drop] [ID…|--all]',
  summary:
    'list the jobs that have failed for good, with the reason; retry gives them all attempts again, drop deletes them',

  run(args, context) {
    const { withDb } = context;
    const options = { all: { type: 'boolean' } } as const;
    const { values, positionals } = readArguments({ args, options, allowPositionals: true });
    const [act, ...ids] = positionals;
    if (act === undefined && !values.all) return withDb((db) => list(db, context));
    if (act !== 'retry' && act !== 'drop') throw new UsageError('the first word is retry or drop');
    checkIds(ids, values.all === true);
    return withDb(async (db) => {
      const chosen = await choose(db, ids, act);
      if (act === 'drop') refuseKept(chosen);
      const done = await change(
        db,
        act,
        chosen.map(({ id }) => id),
      );
      print(context, { data: done }, [`${done.length} ${DONE[act]}`]);
      return 0;
    }, 'owner');
  },
};

const DONE = { retry: 'will run again', drop: 'deleted' };

function checkIds(ids: readonly string[], all: boolean): void {
  if (ids.length > 0 === all) throw new UsageError('name the ids of jobs, or --all');
  if (ids.length > MAX_IDS) throw new UsageError(`name at most ${MAX_IDS} ids, or --all`);
  const wrong = ids.find((id) => !/^\d{1,18}$/.test(id));
  if (wrong !== undefined) throw new UsageError(`${JSON.stringify(wrong)} isn't the id of a job`);
}

/** The failed jobs, page by page, so that a hundred thousand of them are no matter of memory. */
async function* pages(db: Db): AsyncGenerator<readonly FailedJob[]> {
  for (let after = '0'; ; ) {
    const page = await failedJobs(db, after, PAGE);
    yield page;
    const last = page.at(-1);
    if (!last || page.length < PAGE) return;
    after = last.id;
  }
}

const reasonOf = ({ reason }: FailedJob) => plainLineOf(reason ?? '').slice(0, MAX_REASON);

async function list(db: Db, { json, out }: Pick<CommandContext, 'json' | 'out'>): Promise<number> {
  const data: FailedJob[] = [];
  for await (const page of pages(db)) {
    for (const job of page) {
      const reason = reasonOf(job);
      if (json) data.push({ ...job, reason });
      else out.write(`${[job.id, job.task, `${job.attempts} attempts`, job.failed_at, reason].join('\t')}\n`);
    }
  }
  if (json) out.write(`${JSON.stringify({ data })}\n`);
  return 0;
}

/** The failed jobs that are named; for none named, all that the act may touch. @throws CommandError for ids that have not failed */
async function choose(db: Db, ids: readonly string[], act: 'retry' | 'drop'): Promise<FailedJob[]> {
  const found: FailedJob[] = [];
  for await (const page of pages(db)) {
    found.push(...page.filter(({ id }) => ids.length === 0 || ids.includes(id)));
  }
  const missing = ids.filter((id) => !found.some((job) => job.id === id));
  if (missing.length > 0)
    throw new CommandError(`these jobs have not failed for good: ${missing.join(', ')}`);
  return ids.length === 0 && act === 'drop' ? found.filter(({ task }) => !NEVER_DROPPED.test(task)) : found;
}

/** @throws CommandError naming what must not be lost */
function refuseKept(chosen: readonly FailedJob[]): void {
  const kept = chosen.filter(({ task }) => NEVER_DROPPED.test(task));
  if (kept.length === 0) return;
  const named = kept.map(({ id, task }) => `${id} (${task})`).join(', ');
  throw new CommandError(`these jobs can't be dropped, only retried: ${named}`);
}

async function change(db: Db, act: 'retry' | 'drop', ids: readonly string[]): Promise<string[]> {
  const done: string[] = [];
  for (let at = 0; at < ids.length; at += PAGE) {
    const rows = await (act === 'retry' ? retryFailed : dropFailed)(db, ids.slice(at, at + PAGE));
    done.push(...rows.map(({ id }) => id));
  }
  return done;
}
