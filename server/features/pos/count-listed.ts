import type { Db } from '../../platform/db/client';
import { setCounts } from './apply-page';
import type { LeasedRun } from './leased-run';
import { endCount } from './leased-run.sql';
import { countPackages } from './packages';
import { step } from './run-step';
import { listedPage } from './run-step.sql';
import type { SyncError } from './schema';

/**
 * Sets the items of a complete list to the sums of their packages. It runs after the last page: earlier, an item would
 * dip with every page that has only some of its packages.
 */
export async function countListed(db: Db, run: LeasedRun, pause: () => void): Promise<void> {
  while (run.stage === 'count') {
    pause();
    const rows = await listedPage(db, run.connection.id, run.id, run.pageToken);
    const last = rows.at(-1)?.item_id;
    if (last === undefined) {
      await endCount(db, run);
      Object.assign(run, { stage: 'zero', pageToken: null });
      return;
    }
    const itemIds = rows.map((row) => row.item_id);
    await step(db, run, { stage: 'count', pageToken: last, pages: run.pages }, async (ctx) => {
      const errors: SyncError[] = [];
      const counts = await countPackages(ctx.db, run, itemIds, errors);
      const updated = await setCounts(ctx, run, counts, errors);
      return { processed: 0, created: 0, updated, errors, unmatched: [], total: null };
    });
  }
}
