import { describe, expect, test } from 'vitest';
import { expireQuotes } from '../../../server/features/orders/drafts/expire';
import { createMember } from '../../factories/business';
import { createProduct, createStock } from '../../factories/catalog';
import { act, DRAFTS, type DraftBody, draftsOf, inDays, place, read } from '../../factories/drafts';
import { openTrade } from '../../factories/trade';
import { ok } from '../../setup/client';
import { expectAbsent, expectError, expectInvalid } from '../../setup/expect';
import { IS_SHORT } from '../../setup/full';
import { expectOrdersAddUp, expectStockAddsUp } from '../../setup/invariants';
import { textOf as pdfText } from '../../setup/pdf-text';
import { openStage } from '../../setup/stage';

const stage = await openStage();
const { db, sql } = stage;
const trade = await openTrade(stage, { quantity: 1000, prices: [1000] });
const { seller, buyer } = trade;
const { bodyOf, write, quote, eventsOf, reserved } = draftsOf(stage, trade);

describe('a quote', () => {
  test('is drawn as a PDF for both, and a draft for its author alone', async () => {
    const product = await createProduct(db, trade.wholesaler, { prices: [1000] });
    await createStock(db, trade.wholesaler, product.variantId, 50);
    const items = [{ product_id: product.id, quantity: 4 }];
    const sent = await quote({ items });
    for (const client of [seller, buyer]) {
      const response = await fetch(`${stage.server.url}${DRAFTS}/${sent.id}/pdf`, {
        headers: { authorization: `Bearer ${client.tokens?.access_token}` },
      });
      const [page = ''] = await pdfText(new Uint8Array(await response.arrayBuffer()));
      expect(page).toContain('Quote');
      expect(page).toContain(trade.retailer.name);
      expect(page).toContain('$40.00');
    }
    const draft = await write({ items });
    expectAbsent(await buyer.get(`${DRAFTS}/${draft.id}/pdf`));
  });

  test('shows to both, is immutable, and fixes its prices until it is accepted', async () => {
    const product = await createProduct(db, trade.wholesaler, { prices: [1000] });
    await createStock(db, trade.wholesaler, product.variantId, 50);
    const before = await reserved();
    const sent = await quote({ items: [{ product_id: product.id, quantity: 4 }], delivery_window: 'noon' });
    expect(sent).toMatchObject({ status: 'sent', subtotal: 40, sent_at: expect.any(String) });
    expect(await read(buyer, sent)).toEqual(sent);
    expect((await eventsOf(sent)).map(({ entity_id }) => entity_id).sort()).toEqual(
      [trade.retailer.id, trade.wholesaler.id].sort(),
    );
    for (const client of [seller, buyer]) {
      const late = await client.patch(`${DRAFTS}/${sent.id}`, { notes: 'x' });
      expect(expectError(late, 'CONFLICT')).toMatchObject({ reason: 'not_editable', status: 'sent' });
    }
    ok(
      await seller.patch(`/api/v1/products/${product.id}/variants/${product.variantId}`, {
        wholesale_price: 99,
        sku: `NEW-${product.variantId}`,
      }),
    );
    const denied = await place(seller, sent, 'accept');
    expect(expectError(denied, 'FORBIDDEN')).toMatchObject({ reason: 'other_party' });
    const ordering = await place(seller, sent, 'order');
    expect(expectError(ordering, 'INVALID_TRANSITION')).toEqual({
      ...{ reason: 'invalid_transition', from: 'sent', to: 'ordered' },
      allowed: ['accepted', 'declined', 'withdrawn', 'expired'],
    });
    const order = await place(buyer, sent, 'accept');
    expect(order.status, order.text).toBe(201);
    expect(order.body).toMatchObject({
      ...{ status: 'accepted', entered_by: 'seller', subtotal: 40, delivery_window: 'noon' },
      items: [{ unit_price: 10, quantity: 4 }],
    });
    for (const client of [seller, buyer]) {
      expect(await read(client, sent)).toMatchObject({ status: 'accepted', order_id: order.body.id });
    }
    expect((await eventsOf(sent)).map(({ type }) => type).sort()).toEqual([
      ...Array(2).fill('quote.accepted'),
      ...Array(2).fill('quote.sent'),
    ]);
    const types = await sql`select type from events where entity_id = ${trade.retailer.id} and
      data->>'id' = ${order.body.id} order by id`;
    expect(types.map(({ type }) => type)).toEqual(['order.created', 'order.updated']);
    expect(await reserved()).toBe(before);
    await expectStockAddsUp(sql);
    await expectOrdersAddUp(sql);
  });

  test('of goods that its buyer is not shown otherwise becomes its order (201)', async () => {
    const hidden = await createProduct(db, trade.wholesaler, { prices: [1000] });
    await createStock(db, trade.wholesaler, hidden.variantId, 10);
    ok(await seller.patch(`/api/v1/products/${hidden.id}`, { visibility: 'offered' }));
    const items = [{ product_id: hidden.id, quantity: 2 }];
    expectAbsent(await buyer.post('/api/v1/orders', { wholesaler_id: trade.wholesaler.id, items }));
    const order = ok(await place(buyer, await quote({ items }), 'accept'));
    expect(order).toMatchObject({ status: 'accepted', items: [{ product_id: hidden.id, quantity: 2 }] });
  });

  test('becomes one order under eight parallel accepts (409 already_ordered with order_id)', async () => {
    const sent = await quote();
    const answers = await Promise.all(Array.from({ length: 8 }, () => place(buyer, sent, 'accept')));
    const [placed] = answers.filter(({ status }) => status === 201);
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    for (const answer of answers) {
      if (answer.status === 201) continue;
      expect(expectError(answer, 'CONFLICT')).toEqual({
        reason: 'already_ordered',
        order_id: placed?.body.id,
      });
    }
    await expectStockAddsUp(sql);
  });

  test.skipIf(IS_SHORT)(
    'checks stock, licenses and limits of locations when it is accepted, and stays sent when it fails',
    async () => {
      const product = await createProduct(db, trade.wholesaler, { prices: [1000] });
      const sent = await quote({ items: [{ product_id: product.id, quantity: 4 }] });
      expectError(await place(buyer, sent, 'accept'), 'INSUFFICIENT_STOCK');
      await createStock(db, trade.wholesaler, product.variantId, 4);
      await sql`update entities set license_expiry = '2020-01-01' where id = ${trade.retailer.id}`;
      expectError(await place(buyer, sent, 'accept'), 'LICENSE_EXPIRED');
      await sql`update entities set license_expiry = null where id = ${trade.retailer.id}`;
      expect(await read(buyer, sent)).toEqual(sent);
      // The buyer itself accepts, whatever it lets its seller enter.
      const { data } = ok(await buyer.get<{ data: { id: string }[] }>('/api/v1/entity/connections?limit=1'));
      const connection = `/api/v1/entity/connections/${data[0]?.id}`;
      ok(await buyer.patch(connection, { seller_orders: false }));
      const viewer = await stage.signIn(await createMember(db, trade.retailer, 'viewer'));
      expect((await place(viewer, sent, 'accept')).status).toBe(403);
      expect((await place(buyer, sent, 'accept')).status).toBe(201);
      ok(await buyer.patch(connection, { seller_orders: true }));
    },
  );

  test('is declined by its buyer or withdrawn by its seller, and then final', async () => {
    for (const [verb, client, other] of [
      ['decline', buyer, seller],
      ['withdraw', seller, buyer],
    ] as const) {
      const sent = await quote();
      expect(expectError(await act(other, sent, verb), 'FORBIDDEN')).toMatchObject({ reason: 'other_party' });
      const status = verb === 'decline' ? 'declined' : 'withdrawn';
      expect(ok(await act(client, sent, verb)).status).toBe(status);
      const late = await place(buyer, sent, 'accept');
      expect(expectError(late, 'INVALID_TRANSITION')).toMatchObject({
        from: status,
        to: 'accepted',
        allowed: [],
      });
      expectError(await act(seller, sent, 'send'), 'INVALID_TRANSITION');
      const types = (await eventsOf(sent)).map(({ type }) => type);
      expect(types).toHaveLength(verb === 'decline' ? 4 : 2);
    }
    expectError(await act(seller, await write(), 'withdraw'), 'INVALID_TRANSITION');
  });

  test.skipIf(IS_SHORT)(
    'is valid through its last day at the seller, at most 90 days ahead (400), then expired',
    async () => {
      const invalid = async (valid_until: string | null, code: string) =>
        expectInvalid(await act(seller, await write({ valid_until }), 'send'), 'valid_until', code);
      await invalid(null, 'required');
      await invalid(inDays(-2), 'date_in_past');
      await invalid(inDays(92), 'date_too_far');
      await sql`update entities set timezone = 'Pacific/Honolulu' where id = ${trade.wholesaler.id}`;
      const sent = await quote({ valid_until: inDays(20) });
      const [row] = await sql`select expires_at from drafts where id = ${sent.id}`;
      expect(new Date(row?.expires_at).toISOString()).toBe(`${inDays(21)}T10:00:00.000Z`);
      await sql`update entities set timezone = 'UTC' where id = ${trade.wholesaler.id}`;
      await sql`update drafts set expires_at = now() where id = ${sent.id}`;
      expect(await read(buyer, sent)).toMatchObject({ status: 'expired' });
      const late = await place(buyer, sent, 'accept');
      expect(expectError(late, 'INVALID_TRANSITION')).toMatchObject({ from: 'expired', to: 'accepted' });
      const listed = ok(await buyer.get<{ data: DraftBody[] }>(`${DRAFTS}?status=expired`)).data;
      expect(listed.map(({ id }) => id)).toEqual([sent.id]);
      await Promise.all([expireQuotes({ db }), expireQuotes({ db })]);
      const types = (await eventsOf(sent)).map(({ type }) => type);
      expect(types.filter((type) => type === 'quote.expired')).toHaveLength(2);
      expect(await read(seller, sent)).toMatchObject({ status: 'expired', order_id: null });
    },
  );

  test('of a customer that is not on board is accepted by its seller, who alone gets the events', async () => {
    const customer = ok(
      await seller.post<{ id: string }>('/api/v1/customers', {
        ...{ type: 'retailer', name: 'Corner', license_number: 'C10-7' },
        address: { street: 'x', city: 'x', state: 'CA', zip: '9' },
      }),
    );
    const sent = await quote({ retailer_id: customer.id });
    const order = ok(await place(seller, sent, 'accept'));
    expect(order).toMatchObject({ status: 'accepted', entered_by: 'seller', retailer: { id: customer.id } });
    expect(await sql`select from events where entity_id = ${customer.id}`).toHaveLength(0);
    const other = await openTrade(stage);
    expectAbsent(await other.seller.post(DRAFTS, { ...bodyOf(), retailer_id: customer.id }));
  });
});
