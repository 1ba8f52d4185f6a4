import { expect, test } from 'vitest';
import { createLot } from '../../factories/lots';
import { file, returnOf } from '../../factories/receipts';
import { openTrade, placeOrderIn } from '../../factories/trade';
import { type Client, ok } from '../../setup/client';
import { expectError, expectInvalid } from '../../setup/expect';
import { openStage } from '../../setup/stage';

const stage = await openStage();
const trade = await openTrade(stage, { quantity: 1_000 });
const { buyer, seller, wholesaler, retailer, product, stockId } = trade;

/** A day from now, as the seller's calendar has it. */
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

interface Named {
  id: string;
  external_ids: Record<string, string>;
  updated_at: string;
}

const shipped = await placeOrderIn(trade, 'shipped', 5);
const receipt = ok(await file(trade, shipped, { accepted: 4, rejected: 1, reason_code: 'other' }));
const returned = await returnOf(trade, receipt);
const billed = await placeOrderIn(trade, 'shipped', 5);
const credit = ok(
  await seller.post<Named>(`/api/v1/invoices/${billed.invoice?.id}/credits`, { discount: 0.01, reason: 'x' }),
);
const lot = await createLot(seller, stockId, 'EVERYWHERE-1', 1);
const list = ok(
  await seller.post<Named>('/api/v1/price-lists', { name: 'Named', external_ids: { erp: 'L-0' } }),
);
const items = [{ product_id: product.id, quantity: 1 }];
const draft = ok(
  await seller.post<Named>('/api/v1/drafts', {
    ...{ retailer_id: retailer.id, items, valid_until: inDays(30), external_ids: { crm: 'Q-0' } },
  }),
);

/** Each kind: where it is, where it is listed, who may name it, and who else sees it. */
const KINDS: Array<[kind: string, path: string, list: string, owner: Client, other: Client | null]> = [
  ['credit_note', `/api/v1/credit-notes/${credit.id}`, '/api/v1/credit-notes', buyer, seller],
  ['receipt', `/api/v1/orders/${shipped.id}/receipts/${receipt.id}`, '/api/v1/receipts', seller, buyer],
  ['return', `/api/v1/returns/${returned.id}`, '/api/v1/returns', buyer, seller],
  ['batch', `/api/v1/batches/${lot.batch}`, '/api/v1/batches', seller, null],
  ['lot', `/api/v1/lots/${lot.id}`, '/api/v1/lots', seller, null],
  ['price_list', `/api/v1/price-lists/${list.id}`, '/api/v1/price-lists', seller, null],
  ['draft', `/api/v1/drafts/${draft.id}`, '/api/v1/drafts', seller, null],
];

test.each(KINDS)(
  'a %s has external ids, found by them and changed alone',
  async (_, path, listed, owner, other) => {
    const before = ok(await owner.get<Named>(path));
    const [{ count: events } = { count: 0 }] = await stage.sql<
      { count: number }[]
    >`select count(*)::int from events`;
    const after = ok(await owner.patch<Named>(path, { external_ids: { erp: `X-${before.id}`, old: null } }));
    // The response to a change of a batch has no yield.
    expect({ ...before, ...after }).toEqual({
      ...before,
      external_ids: { ...before.external_ids, erp: `X-${before.id}` },
    });
    expect(ok(await owner.get<Named>(path))).toMatchObject(after);
    const [{ count } = { count: -1 }] = await stage.sql<
      { count: number }[]
    >`select count(*)::int from events`;
    expect(count).toBe(events);
    const found = ok(await owner.get<{ data: Named[] }>(`${listed}?external_id=erp:X-${before.id}`)).data;
    expect(found).toHaveLength(1);
    expect(found[0]).toMatchObject({ id: before.id, external_ids: after.external_ids });
    expectInvalid(await owner.patch(path, { external_ids: {} }), '', 'empty_patch');
    if (!other) return;
    expect(ok(await other.get<Named>(path)).external_ids).toEqual({});
    expect(ok(await other.get<{ data: Named[] }>(`${listed}?external_id=erp:X-${before.id}`)).data).toEqual(
      [],
    );
    ok(await other.patch(path, { external_ids: { erp: `X-${before.id}` } }));
  },
);

test('an external id of another object of the kind is 409 with the object', async () => {
  const other = ok(await seller.post<Named>('/api/v1/price-lists', { name: 'Other' }));
  const taken = await seller.patch(`/api/v1/price-lists/${other.id}`, { external_ids: { x: 'same' } });
  expect(taken.status).toBe(200);
  expect(
    expectError(
      await seller.patch(`/api/v1/price-lists/${list.id}`, { external_ids: { x: 'same' } }),
      'CONFLICT',
    ),
  ).toEqual({ reason: 'external_id_taken', object: { type: 'price_list', id: other.id } });
  ok(await seller.delete(`/api/v1/price-lists/${other.id}`));
  ok(await seller.patch(`/api/v1/price-lists/${list.id}`, { external_ids: { x: 'same' } }));
});

test('accepting a quote keeps what each party calls it on the order', async () => {
  ok(await seller.post(`/api/v1/drafts/${draft.id}/send`));
  ok(await buyer.patch(`/api/v1/drafts/${draft.id}`, { external_ids: { po: 'B-1' } }));
  const order = ok(await buyer.post<Named>(`/api/v1/drafts/${draft.id}/accept`));
  expect(ok(await buyer.get<Named>(`/api/v1/orders/${order.id}`)).external_ids).toEqual({ po: 'B-1' });
  expect(ok(await seller.get<Named>(`/api/v1/orders/${order.id}`)).external_ids).toMatchObject({
    crm: 'Q-0',
  });
  const told = await stage.sql<{ data: object }[]>`
    select data from events where type like 'quote.%' and data ->> 'id' = ${draft.id}`;
  expect(told.length).toBeGreaterThan(0);
  expect(told.filter(({ data }) => 'external_ids' in data)).toEqual([]);
});

test('a holder of a batch names it without a right to change it', async () => {
  const held = await placeOrderIn(trade, 'delivered', 1);
  expect(held.status).toBe('delivered');
  const { data } = ok(await buyer.get<{ data: Named[] }>('/api/v1/batches'));
  for (const batch of data.slice(0, 1)) {
    const path = `/api/v1/batches/${batch.id}`;
    ok(await buyer.patch(path, { external_ids: { pos: 'mine' } }));
    expect(ok(await seller.get<Named>(path)).external_ids).not.toHaveProperty('pos');
  }
});

test('variants are found by external id and by exact SKU', async () => {
  const variant = `/api/v1/products/${product.id}/variants/${product.variantId}`;
  const { sku } = ok(await seller.patch<{ sku: string }>(variant, { external_ids: { pos: 'V-1' } }));
  const find = async (client: Client, query: string) =>
    ok(await client.get<{ data: Array<{ id: string; product_id: string }> }>(`/api/v1/variants?${query}`))
      .data;
  expect(await find(seller, 'external_id=pos:V-1')).toMatchObject([
    { id: product.variantId, product_id: product.id, external_ids: { pos: 'V-1' } },
  ]);
  expect(await find(seller, `sku=${encodeURIComponent(sku)}`)).toHaveLength(1);
  expect(await find(seller, `sku=${encodeURIComponent(sku.slice(0, -1))}`)).toEqual([]);
  expect(await find(buyer, 'external_id=pos:V-1')).toEqual([]);
  expect(await find(buyer, `sku=${encodeURIComponent(sku)}`)).toEqual([]);
  expect(wholesaler.id).not.toBe(retailer.id);
});
