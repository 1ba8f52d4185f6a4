import { sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/client';
import { type StepResult, setCounts } from './apply-page';
import type { LeasedRun } from './leased-run';
import { RunFailure, step } from './run-step';

const BATCH = 200;

/** Sets to zero what an earlier completed run had listed and this one has not. @throws RunFailure */
export async function zeroUnlisted(db: Db, run: LeasedRun, pause: () => void): Promise<void> {
  await requireListed(db, run);
  for (;;) {
    pause();
    const rows = await db.execute<{ id: string; sku: string }>(sql`
      select i.id, i.sku from pos_listings l join inventory_items i on i.id = l.item_id
      where l.connection_id = ${run.connection.id} and l.confirmed and l.run_id <> ${run.id} and i.quantity > 0
        and (${run.pageToken}::uuid is null or i.id > ${run.pageToken}::uuid)
      order by i.id limit ${BATCH}`);
    const last = rows.at(-1)?.id;
    if (last === undefined) return;
    const counts = rows.map(({ id, sku }) => ({ itemId: id, label: sku, quantity: 0, unitCostCents: null }));
    await step(db, run, { stage: 'zero', pageToken: last, pages: run.pages }, async (ctx) => {
      const errors: StepResult['errors'] = [];
      const updated = await setCounts(ctx, run, counts, errors);
      return { processed: 0, created: 0, updated, errors, unmatched: [], total: null };
    });
  }
}

/** A POS that suddenly has nothing, or nothing that we know, is broken rather than sold out. */
async function requireListed(db: Db, run: LeasedRun): Promise<void> {
  const [row] = await db.execute<{ listed: boolean }>(sql`
    select exists (select 1 from pos_listings where connection_id = ${run.connection.id} and run_id = ${run.id})
      as listed`);
  if (row?.listed) return;
  throw new RunFailure('nothing_listed', 'The POS lists no known items, so nothing was set to zero.');
}
