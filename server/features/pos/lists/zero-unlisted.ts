import type { Db } from '../../../platform/db/client';
import type { LeasedRun } from '../runs/leased-run';
import { RunFailure, step } from '../runs/step';
import { anyListed, unlistedStock } from '../runs/step.sql';
import { type StepResult, setCounts } from './apply-page';

/** Zeroes items that an earlier completed run listed and this one did not (decision 147). @throws RunFailure */
export async function zeroUnlisted(db: Db, run: LeasedRun, pause: () => void): Promise<void> {
  await requireListed(db, run);
  for (;;) {
    pause();
    const rows = await unlistedStock(db, run.connection.id, run.id, run.pageToken);
    const last = rows.at(-1)?.id;
    if (last === undefined) return;
    const counts = rows.map(({ id, sku }) => ({
      itemId: id,
      label: sku,
      quantity: 0,
      unitCostCents: null,
      lots: [],
    }));
    await step(db, run, { stage: 'zero', pageToken: last, pages: run.pages }, async (ctx) => {
      const errors: StepResult['errors'] = [];
      const updated = await setCounts(ctx, run, counts, errors);
      return { processed: 0, created: 0, updated, errors, unmatched: [], total: null };
    });
  }
}

/** A POS that suddenly lists nothing, or nothing known, is broken rather than sold out. */
async function requireListed(db: Db, run: LeasedRun): Promise<void> {
  const [row] = await anyListed(db, run.connection.id, run.id);
  if (row?.listed) return;
  throw new RunFailure('nothing_listed', 'The POS lists no known items, so nothing was set to zero.');
}
