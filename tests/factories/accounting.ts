import { expect } from 'vitest';
import type { Client } from '../setup/client';
import { ok } from '../setup/client';
import type { Stage } from '../setup/stage';
import { openRecall, type RecallBody } from './recalls';

const PLACES = [
  ...(['on_hand', 'reserved', 'in_transit', 'not_arrived', 'returning', 'returned'] as const),
  ...(['destroyed', 'sold', 'consumed', 'lost', 'unknown'] as const),
];

/** Whether each holder's units are in one place, and those of all holders are what the owner shipped and others added. */
export async function expectAccounted(
  sql: Stage['sql'],
  owner: Client,
  recall: Pick<RecallBody, 'id'>,
): Promise<RecallBody> {
  const seen = ok(await owner.get<RecallBody>(`/api/v1/recalls/${recall.id}`));
  let accounted = 0;
  for (const { entity, shipped, accounting } of seen.holders) {
    expect(accounting, entity.name).not.toBeNull();
    if (!accounting) continue;
    const sum = PLACES.reduce((units, place) => units + accounting[place], 0);
    expect(sum, `${entity.name}: ${JSON.stringify(accounting)}`).toBe(shipped + accounting.added);
    if (entity.id !== seen.entity.id) accounted += sum - accounting.added;
  }
  const [row] = await sql<{ shipped: number }[]>`
    select coalesce(sum(a.quantity), 0)::int as shipped from order_allocations a join lots l on l.id = a.lot_id
      join batches b on b.id = l.batch_id join orders o on o.id = a.order_id
    where l.batch_id = ${seen.batch} and a.shipped_at is not null and o.wholesaler_id = ${seen.entity.id}`;
  expect(accounted).toBe(row?.shipped);
  return seen;
}

export const accountOf = ({ holders }: RecallBody, { id }: { id: string }) =>
  holders.find((one) => one.entity.id === id)?.accounting;

/** Opens a recall for a look at the accounts, and ends it and its hold. */
export async function lookAt(sql: Stage['sql'], owner: Client, batch: string): Promise<RecallBody> {
  const seen = await expectAccounted(sql, owner, await openRecall(owner, batch));
  ok(await owner.post(`/api/v1/recalls/${seen.id}/close`, { reason: 'Only a look' }));
  ok(await owner.post(`/api/v1/batches/${batch}/release`));
  return seen;
}
