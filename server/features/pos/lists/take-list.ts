import { createHash } from 'node:crypto';
import type { Db } from '../../../platform/db/client';
import { forgetListed } from '../packages/packages';
import type { LeasedRun } from '../runs/leased-run';
import { restartList } from '../runs/leased-run.sql';
import { RunFailure, step } from '../runs/step';
import type { PosConnector, PosPage } from '../vendors/connector';
import { CursorExpired, PosError } from '../vendors/pos-error';
import { applyPage } from './apply-page';

/** A longer list is treated as endless. */
const MAX_PAGES = 10_000;
/** Consecutive pages that repeat earlier ones; some POS systems leave a few pages empty. */
const MAX_REPEATS = 20;
const MAX_RESTARTS = 3;

/** Fetches and applies page after page of the stock or its changes. @throws PosError, RunFailure */
export async function takeList(db: Db, run: LeasedRun, pos: PosConnector, pause: () => void): Promise<void> {
  let watch = new PageWatch();
  while (run.stage === 'list') {
    pause();
    try {
      await takePage(db, run, pos, watch);
    } catch (error) {
      if (!(error instanceof CursorExpired)) throw error;
      await restart(db, run, error);
      watch = new PageWatch();
    }
  }
}

async function takePage(db: Db, run: LeasedRun, pos: PosConnector, watch: PageWatch): Promise<void> {
  const { pageToken } = run;
  const page =
    run.since === null ? await pos.listItems(pageToken) : await pos.listChanges(run.since, pageToken);
  watch.check(pageToken, page);
  const pages = run.pages + 1;
  if (page.next !== null && pages >= MAX_PAGES) throw endless();
  const after = run.since === null ? 'count' : 'zero';
  const reached = { stage: page.next === null ? after : 'list', pageToken: page.next, pages } as const;
  await step(db, run, reached, async (ctx) => ({
    ...(await applyPage(ctx, run, page)),
    total: page.total,
  }));
}

/** Restarts the list; when the change cursor has expired, as a full run. */
async function restart(db: Db, run: LeasedRun, { of }: CursorExpired): Promise<void> {
  if (run.restarts >= MAX_RESTARTS || (of === 'since' && run.since === null)) {
    throw new RunFailure(
      'cursor_expired',
      'The pages of the POS expire before they can be read. Contact its vendor.',
    );
  }
  const begun = { since: of === 'since' ? null : run.since, pageToken: null, restarts: run.restarts + 1 };
  await db.transaction(async (tx) => {
    await restartList(tx, run, begun.since, begun.restarts);
    await forgetListed(tx, run);
  });
  Object.assign(run, begun);
}

/** Detects a list that repeats endlessly. */
class PageWatch {
  private readonly tokens = new Set<string>();
  private readonly contents = new Set<string>();
  private repeats = 0;

  /** @throws PosError */
  check(token: string | null, { items, faults = [], next }: PosPage): void {
    if (next === null) return;
    if (next === token || this.tokens.has(next)) throw endless();
    this.tokens.add(next);
    const content = createHash('sha256')
      .update(JSON.stringify([items, faults]))
      .digest('base64');
    this.repeats = this.contents.has(content) ? this.repeats + 1 : 0;
    this.contents.add(content);
    if (this.repeats >= MAX_REPEATS) throw endless();
  }
}

function endless(): PosError {
  return new PosError('pos_endless', 'Your POS keeps returning new pages. Contact its vendor.', true);
}
