import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import type { TaxRule } from '../../../server/features/pricing/taxes/resource';
import { verifyLicense } from '../../../server/process/commands/verify-license';
import { createKey, withKey } from '../../factories/api-key';
import { createLocation, createMember } from '../../factories/business';
import { createStock } from '../../factories/catalog';
import { type CustomerBody, confirmLicense, statedOf } from '../../factories/confirmed';
import { type OrderBody, openTrade, placeOrder, type Trade } from '../../factories/trade';
import { commandsOn } from '../../setup/cli';
import { type Client, ok } from '../../setup/client';
import { eventually } from '../../setup/eventually';
import { ABSENT_ID, expectAbsent, expectError, expectInvalid } from '../../setup/expect';
import { IS_SHORT } from '../../setup/full';
import { openStage } from '../../setup/stage';

type RuleBody = z.infer<typeof TaxRule>;
interface LicenseBody {
  id: string;
  use: string;
  number: string;
  operator_verified_at: string | null;
}

const stage = await openStage();
const { db, sql } = stage;
const operator = commandsOn(stage);
const LICENSES = '/api/v1/entity/licenses';
const customerOf = ({ retailer }: Pick<Trade, 'retailer'>) => `/api/v1/customers/${retailer.id}`;

const tax = async ({ seller }: Pick<Trade, 'seller'>, fields: object) =>
  ok(
    await seller.post<RuleBody>('/api/v1/tax-rules', {
      name: 'Excise',
      basis: 'percent',
      rate: 15,
      ...fields,
    }),
  );
const licenseOf = async (client: Client) =>
  (ok(await client.get<{ data: LicenseBody[] }>(LICENSES)).data[0] ?? {}) as LicenseBody;
const change = async (client: Client, fields: object) =>
  ok(await client.patch<LicenseBody>(`${LICENSES}/${(await licenseOf(client)).id}`, fields));
const quoted = async ({ buyer, wholesaler, product }: Trade) =>
  ok(
    await buyer.post<{ tax: number }>('/api/v1/orders/quote', {
      wholesaler_id: wholesaler.id,
      items: [{ product_id: product.id, quantity: 10 }],
    }),
  ).tax;
/** What the quote and an order of 10 units say of the tax, which is one amount. */
const taxed = async (trade: Trade) => {
  const [quote, order] = [await quoted(trade), await placeOrder(trade, 10)];
  expect(quote).toBe(order.tax);
  return order.tax;
};
/** A trade whose seller taxes adult-use premises by 15%. */
const openTaxed = async (fields: object = { use: 'adult' }) => {
  const trade = await openTrade(stage, { prices: [1000], quantity: 500 });
  await tax(trade, fields);
  return trade;
};

describe("a tax that the buyer's word would end", () => {
  test('goes on until the seller confirms what the license says, and again once it says something else', async () => {
    const trade = await openTaxed();
    expect(await taxed(trade)).toBe(15);
    await change(trade.buyer, { use: 'medical' });
    expect(await taxed(trade)).toBe(15);
    const stated = await statedOf(trade.seller, trade.retailer.id);
    expect(stated).toMatchObject({ use: 'medical', state: 'CA' });
    const confirmed = await confirmLicense(trade);
    expect(confirmed.confirmed).toEqual(stated);
    expect(confirmed.licenses[0]).toMatchObject({ confirmed: true, operator_verified_at: null });
    expect(await taxed(trade)).toBe(0);
    for (const fields of [
      { number: 'C10-9' },
      { state: 'NV' },
      { expires_on: '2031-01-31' },
      { use: 'both' },
    ]) {
      await change(trade.buyer, fields);
      expect(await quoted(trade)).toBe(15);
      await confirmLicense(trade);
    }
    await change(trade.buyer, { use: 'medical', state: 'CA' });
    await confirmLicense(trade);
    expect(await taxed(trade)).toBe(0);
    const taken = ok(await trade.seller.patch<CustomerBody>(customerOf(trade), { confirmed: null }));
    expect([taken.confirmed, taken.formerly_confirmed]).toEqual([null, null]);
    expect(await taxed(trade)).toBe(15);
  });

  test('ends once the operator verifies the license, until its number, state, type or use changes', async () => {
    const trade = await openTaxed();
    await change(trade.buyer, { use: 'medical' });
    expect((await operator(verifyLicense, trade.retailer.id)).code).toBe(0);
    expect((await licenseOf(trade.buyer)).operator_verified_at).toEqual(expect.any(String));
    expect(await taxed(trade)).toBe(0);
    await change(trade.buyer, { expires_on: '2031-01-31' });
    expect(await taxed(trade)).toBe(0);
    for (const fields of [{ type: 'Microbusiness' }, { number: 'M-77' }, { state: 'NV' }, { use: 'both' }]) {
      await change(trade.buyer, { state: 'CA', use: 'medical' });
      await operator(verifyLicense, trade.retailer.id);
      expect(await quoted(trade)).toBe(0);
      expect((await change(trade.buyer, fields)).operator_verified_at).toBeNull();
      expect(await quoted(trade)).toBe(15);
    }
    expect((await operator(verifyLicense, trade.retailer.id)).code).toBe(0);
    expect((await operator(verifyLicense, trade.retailer.id)).stderr).toContain(
      'no business with an unverified',
    );
  });

  test('goes on at premises that the buyer moves to another state, where rules alike apply once', async () => {
    const trade = await openTrade(stage, {
      prices: [1000],
      quantity: 500,
      wholesaler: { sameStateOnly: false },
    });
    const own = await tax(trade, { states: ['CA'] });
    ok(
      await trade.buyer.patch(`/api/v1/entity/locations/${trade.retailer.locationIds[0]}`, {
        address: { state: 'NV' },
      }),
    );
    expect((await placeOrder(trade, 10)).tax_lines).toMatchObject([{ rule_id: own.id, amount: 15 }]);
    const there = await tax(trade, { name: 'Nevada', states: ['NV'] });
    expect((await placeOrder(trade, 10)).tax_lines).toMatchObject([{ rule_id: there.id, amount: 15 }]);
    ok(await trade.seller.patch(`/api/v1/tax-rules/${there.id}`, { rate: 5 }));
    expect((await placeOrder(trade, 10)).tax_lines).toMatchObject([{ rule_id: own.id, amount: 15 }]);
    await change(trade.buyer, { state: 'NV' });
    await confirmLicense(trade);
    expect((await placeOrder(trade, 10)).tax_lines).toMatchObject([{ rule_id: there.id, amount: 5 }]);
  });

  test('an order keeps the reading that it was placed with, for lines, edits and what its draft says', async () => {
    const trade = await openTaxed();
    await change(trade.buyer, { use: 'medical' });
    const taxedOne = await placeOrder(trade, 10);
    await confirmLicense(trade);
    const free = await placeOrder(trade, 10);
    expect([taxedOne.tax, free.tax]).toEqual([15, 0]);
    await change(trade.buyer, { use: 'both' });
    const edit = async ({ id, items }: OrderBody) =>
      ok(await trade.buyer.patch<OrderBody>(`/api/v1/orders/${id}/items/${items[0]?.id}`, { quantity: 20 }))
        .tax;
    expect([await edit(taxedOne), await edit(free)]).toEqual([30, 0]);
  });

  test.skipIf(IS_SHORT)(
    'is the same for a quote, a draft, a backorder and what the seller enters',
    async () => {
      const trade = await openTaxed();
      const { seller, buyer, product, retailer, wholesaler } = trade;
      await change(buyer, { use: 'medical' });
      const items = [{ product_id: product.id, quantity: 10 }];
      const draft = ok(
        await seller.post<{ id: string }>('/api/v1/drafts', { retailer_id: retailer.id, items }),
      );
      expect(
        ok(await seller.post<OrderBody>('/api/v1/orders', { retailer_id: retailer.id, items })).tax,
      ).toBe(15);
      ok(
        await buyer.post<OrderBody>('/api/v1/orders', {
          wholesaler_id: wholesaler.id,
          items: [{ product_id: product.id, quantity: 495 }],
          shortage: 'backorder',
        }),
      );
      await confirmLicense(trade);
      await createStock(db, wholesaler, product.variantId, 100);
      const open = ok(await seller.get<{ data: { id: string }[] }>('/api/v1/backorders?status=open')).data;
      expect(open).toHaveLength(1);
      const filled = ok(
        await seller.post<OrderBody>('/api/v1/backorders/fill', { ids: open.map(({ id }) => id) }),
      );
      expect(filled.tax).toBe(0);
      expect(ok(await seller.post<OrderBody>(`/api/v1/drafts/${draft.id}/order`)).tax).toBe(0);
    },
  );

  test.skipIf(IS_SHORT)(
    'ends at premises with another license only once that one is confirmed, too',
    async () => {
      const trade = await openTaxed();
      await change(trade.buyer, { use: 'medical' });
      await confirmLicense(trade);
      const location = await createLocation(db, trade.retailer.id, 2);
      const there = { receiving_location_id: location };
      expect((await placeOrder(trade, 10, there)).tax).toBe(0);
      const second = { location_id: location, number: 'M-2', state: 'CA', use: 'medical' };
      ok(await trade.buyer.post(LICENSES, second));
      expect((await placeOrder(trade, 10, there)).tax).toBe(15);
      expect(await taxed(trade)).toBe(0);
      const confirmed = { license_number: 'M-2', state: 'CA', use: 'medical', expires_on: null };
      ok(await trade.seller.patch(customerOf(trade), { confirmed }));
      expect((await placeOrder(trade, 10, there)).tax).toBe(0);
      expect(await taxed(trade)).toBe(0);
    },
  );
});

describe('confirming', () => {
  test('takes update:terms and what the license says now: else 409 license_changed, the same for every guess', async () => {
    const trade = await openTaxed();
    const path = customerOf(trade);
    const stated = await statedOf(trade.seller, trade.retailer.id);
    for (const wrong of [
      { license_number: 'OTHER' },
      { state: 'NV' },
      { use: 'medical' },
      { expires_on: '2030-01-01' },
    ]) {
      const answer = await trade.seller.patch(path, { confirmed: { ...stated, ...wrong } });
      expect(expectError(answer, 'CONFLICT')).toEqual({ reason: 'license_changed' });
    }
    expectInvalid(
      await trade.seller.patch(path, { confirmed: { use: 'adult' } }),
      'confirmed.license_number',
    );
    const { secret } = await createKey(trade.seller, { permissions: ['read:customers', 'update:customers'] });
    const key = withKey(stage.server.url, secret);
    const without = await key.patch(path, { confirmed: stated });
    expect(expectError(without, 'FORBIDDEN')).toMatchObject({ permission: 'update:terms' });
    const other = await openTrade(stage);
    for (const id of [trade.retailer.id, ABSENT_ID]) {
      expectAbsent(await other.seller.patch(`/api/v1/customers/${id}`, { confirmed: stated }));
    }
    ok(await trade.seller.patch(path, { confirmed: stated }));
    // What was read can be sent back, with anything else.
    const seen = ok(await trade.seller.get<CustomerBody>(path));
    ok(await key.patch(path, { ...seen, id: undefined, nickname: 'Corner' }));
    await sql`delete from connections where ${trade.retailer.id} in (requester_id, target_id)`;
    expect(expectError(await trade.seller.patch(path, { confirmed: stated }), 'CONFLICT')).toEqual({
      reason: 'license_changed',
    });
    const ended = ok(await trade.seller.get<CustomerBody>(path));
    expect([ended.licenses, ended.confirmed, ended.formerly_confirmed]).toEqual([[], null, null]);
  });

  test('shows what changed on the customer and in the connection, and notifies the sellers of the business', async () => {
    const trade = await openTaxed();
    const viewer = await stage.signIn(await createMember(db, trade.wholesaler, 'viewer'));
    await confirmLicense(trade);
    const was = await statedOf(trade.seller, trade.retailer.id);
    await change(trade.buyer, { use: 'medical', expires_on: '2031-01-31' });
    const now = { ...was, use: 'medical', expires_on: '2031-01-31' };
    const seen = ok(await trade.seller.get<CustomerBody>(customerOf(trade)));
    expect(seen).toMatchObject({ confirmed: null, formerly_confirmed: was });
    expect(seen.licenses[0]).toMatchObject({ ...now, confirmed: false, changed_at: expect.any(String) });
    const [connection] = ok(
      await trade.seller.get<{ data: { id: string }[] }>('/api/v1/entity/connections'),
    ).data;
    const detail = (client: Client) => client.get(`/api/v1/entity/connections/${connection?.id}`);
    expect(ok(await detail(trade.seller))).toMatchObject({
      profile: {
        ...{ license_use: 'medical', license_state: 'CA', license_changed_at: expect.any(String) },
        ...{ operator_verified_at: null, confirmed: null, formerly_confirmed: was },
      },
    });
    expect(ok(await detail(trade.buyer))).toMatchObject({
      profile: { confirmed: null, formerly_confirmed: null },
    });
    for (const client of [trade.seller, viewer]) {
      const notices = async () =>
        ok(
          await client.get<{ data: { summary: string; object: object }[] }>(
            '/api/v1/notifications?kind=partner_license_changed',
          ),
        ).data;
      await eventually(notices, (data) => expect(data).toHaveLength(1));
      const found = await notices();
      expect(found[0]).toMatchObject({ object: { type: 'customer', id: trade.retailer.id } });
      expect(found[0]?.summary).toMatch(
        /market adult-use and medical is now medical, expiration .* is now 2031-01-31/,
      );
    }
    const unrelated = await openTrade(stage);
    expect(
      ok(await unrelated.seller.get('/api/v1/notifications?kind=partner_license_changed')),
    ).toMatchObject({
      data: [],
    });
  });

  test('what a seller entered of a customer that is not on board counts as confirmed', async () => {
    const trade = await openTaxed({ states: ['NV'] });
    const address = { street: '1 Pier', city: 'Reno', state: 'NV', zip: '89501' };
    const customer = ok(
      await trade.seller.post<CustomerBody>('/api/v1/customers', {
        ...{ type: 'retailer', name: 'Pier', license_number: 'PIER-905', address },
      }),
    );
    const stated = { license_number: 'PIER-905', state: 'NV', use: 'both', expires_on: null };
    expect(customer.confirmed).toEqual(stated);
    expect(
      ok(await trade.seller.patch(`/api/v1/customers/${customer.id}`, { confirmed: stated })),
    ).toMatchObject({
      confirmed: stated,
    });
    const taken = await trade.seller.patch(`/api/v1/customers/${customer.id}`, { confirmed: null });
    expect(expectError(taken, 'CONFLICT')).toEqual({ reason: 'unclaimed' });
    await sql`update entities set same_state_only = false where id = ${trade.wholesaler.id}`;
    const items = [{ product_id: trade.product.id, quantity: 10 }];
    const entered = await trade.seller.post<OrderBody>('/api/v1/orders', { retailer_id: customer.id, items });
    expect(ok(entered).tax).toBe(15);
    const at = { ...address, state: 'AZ' };
    const elsewhere = ok(
      await trade.seller.post<CustomerBody>('/api/v1/customers', {
        ...{ type: 'retailer', name: 'Dock', license_number: 'DOCK-905', address: at },
      }),
    );
    const second = await trade.seller.post<OrderBody>('/api/v1/orders', { retailer_id: elsewhere.id, items });
    expect(ok(second).tax).toBe(0);
  });

  test.skipIf(IS_SHORT)(
    'of parallel confirmations and changes of the license, no tax ends by the word of the buyer',
    async () => {
      const trade = await openTaxed();
      await change(trade.buyer, { use: 'medical' });
      const confirmed = await statedOf(trade.seller, trade.retailer.id);
      await Promise.all([
        ...Array.from({ length: 5 }, () => trade.seller.patch(customerOf(trade), { confirmed })),
        change(trade.buyer, { number: 'C-PARALLEL' }),
        ...Array.from({ length: 5 }, () => trade.seller.patch(customerOf(trade), { confirmed })),
      ]);
      expect(await quoted(trade)).toBe(15);
      const late = await trade.seller.patch(customerOf(trade), { confirmed });
      expect(expectError(late, 'CONFLICT')).toEqual({ reason: 'license_changed' });
    },
  );
});
