import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { storeAudit } from '../../../server/platform/audit-log/record';
import { byOperator } from '../../../server/process/commands/operator';
import { createBusiness } from '../../factories/business';
import { openStage } from '../../setup/stage';

const FOLDER = 'server/platform/db/migrations';
const { db, sql } = await openStage();

/** Runs the statement that lifts, as an upgrade of an installation that takes no sign-ups does, or another one. */
async function lift(isForOwn: boolean): Promise<void> {
  const name = readdirSync(FOLDER).find((one) => one.endsWith('_event_epoch_and_shelf_life.sql')) ?? '';
  const [statement, ...others] = readFileSync(join(FOLDER, name), 'utf8')
    .split('--> statement-breakpoint')
    .filter((one) => /^\s*(--.*\s+)?UPDATE "entities"/.test(one));
  expect(others).toEqual([]);
  await sql.begin(async (tx) => {
    await tx`select set_config('tallyleaf.own', ${isForOwn ? 'on' : 'off'}, true)`;
    await tx.unsafe(statement ?? '');
  });
}

test('an installation without sign-ups lifts its free businesses at the upgrade, but those whose tier was set', async () => {
  const free = await createBusiness(db, 'retailer', { tier: 'free' });
  const pro = await createBusiness(db, 'retailer', { tier: 'pro' });
  const set = await createBusiness(db, 'retailer', { tier: 'free' });
  const customer = await createBusiness(db, 'retailer', { tier: 'free', managedBy: free.id });
  const action = 'entity.tier_changed' as const;
  const change = { action, objectId: set.id, before: { tier: 'pro' }, after: { tier: 'free' } };
  await db.transaction((tx) => storeAudit(tx, [{ ...byOperator(set.id), ...change }]));
  const tiers = async () => {
    const rows = await sql<{ id: string; tier: string }[]>`
      select id, tier from entities where id in ${sql([free.id, pro.id, set.id, customer.id])}`;
    return new Map(rows.map(({ id, tier }) => [id, tier]));
  };
  await lift(false);
  expect((await tiers()).get(free.id)).toBe('free');
  await lift(true);
  expect(await tiers()).toEqual(
    new Map([
      [free.id, 'enterprise'],
      [pro.id, 'pro'],
      [set.id, 'free'],
      [customer.id, 'free'],
    ]),
  );
});
