import type { Db } from '../../../platform/db/client';
import { countPackages } from '../packages/packages';
import type { LeasedRun } from '../runs/leased-run';
import { endCount } from '../runs/leased-run.sql';
import { step } from '../runs/step';
import { listedPage } from '../runs/step.sql';
import type { SyncError } from '../schema';
import { setCounts } from './apply-page';

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
