import { expect } from 'vitest';
import type { z } from 'zod';
import type { RecallDetail } from '../../server/features/recalls/resource';
import type { Client } from '../setup/client';
import { ok } from '../setup/client';
import { eventually } from '../setup/eventually';
import type { Stage } from '../setup/stage';
import { type Business, connect, createBusiness, createMember } from './business';
import { createLot, type LotBody } from './lots';
import { type ItemBody, openTrade, placeOrderIn, type Trade } from './trade';

export type RecallBody = z.infer<typeof RecallDetail>;

/** Recalls a batch. @throws Error unless it is recalled */
export async function openRecall(
  client: Client,
  batch: string,
  fields: Record<string, unknown> = {},
): Promise<RecallBody> {
  return ok(
    await client.post<RecallBody>(`/api/v1/batches/${batch}/recalls`, {
      class: 'II',
      reason: 'Aspergillus found in a retained sample',
      instructions: 'Quarantine all units and respond within 24 hours.',
      ...fields,
    }),
  );
}

export interface Scene extends Trade {
  lot: LotBody;
  /** A second retailer that has 6 units of the batch; the trade's has 10, the seller 44 and 40 without a lot. */
  other: Client;
  second: Business;
}

/** Three businesses with units of one batch. */
export async function openScene(stage: Pick<Stage, 'db' | 'signIn'>): Promise<Scene> {
  const trade = await openTrade(stage, { quantity: 100 });
  const second = await createBusiness(stage.db, 'retailer');
  await connect(stage.db, second, trade.wholesaler);
  const other = await stage.signIn(await createMember(stage.db, second, 'owner'));
  const lot = await createLot(trade.seller, trade.stockId, 'BD-1', 60, { expires_on: '2099-01-01' });
  await placeOrderIn(trade, 'delivered', 10);
  await placeOrderIn({ ...trade, buyer: other }, 'delivered', 6);
  return { ...trade, lot, other, second };
}

export const stockOf = async (client: Client, { product }: Trade) =>
  ok(await client.get<{ data: ItemBody[] }>(`/api/v1/inventory?product_id=${product.id}`)).data;
/** What a business reads of a recall. */
export const recallOf = async (client: Client, { id }: RecallBody) =>
  ok(await client.get<RecallBody>(`/api/v1/recalls/${id}`));
/** The data of a business's events of a type, once there are as many. */
export async function eventsOf(client: Client, type: string, count: number): Promise<object[]> {
  let found: object[] = [];
  await eventually(
    async () =>
      ok(await client.get<{ data: Array<{ type: string; data: object }> }>('/api/v1/events?limit=500')).data,
    (events) => {
      found = events.filter((event) => event.type === type).map((event) => event.data);
      expect(found).toHaveLength(count);
    },
  );
  return found;
}
export const respond = (client: Client, { id }: RecallBody, numbers: object) =>
  client.post<RecallBody>(`/api/v1/recalls/${id}/responses`, {
    quarantined: 0,
    destroyed: 0,
    returned: 0,
    already_sold: 0,
    ...numbers,
  });
