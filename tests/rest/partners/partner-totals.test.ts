import { describe, expect, test } from 'vitest';
import { lastDays } from '../../../server/kernel/clock';
import { type OrderBody, openTrade, placeOrder, placeOrderIn, type Trade } from '../../factories/trade';
import { ABSENT_ID, expectAbsent, expectError } from '../../setup/expect';
import { IS_SHORT } from '../../setup/full';
import { openStage } from '../../setup/stage';

const stage = await openStage();
const { sql } = stage;

interface Overview {
  period: { start: string };
  figures: { orders: object };
}
const at = (id: string, instant: string) => sql`update orders set created_at = ${instant} where id = ${id}`;

describe('GET /api/v1/partners/{id}/totals', () => {
  test('adds up the trade with one partner, canceled orders excluded, for both of them (200)', async () => {
    const trade: Trade = await openTrade(stage);
    const placed = [];
    for (const status of ['delivered', 'accepted', 'cancelled'] as const) {
      placed.push(await placeOrderIn(trade, status));
    }
    const [delivered, accepted] = placed as [OrderBody, OrderBody];
    await stage.sql`update orders set created_at = now() - interval '31 days' where id = ${delivered.id}`;
    for (const [client, partner] of [
      [trade.buyer, trade.wholesaler],
      [trade.seller, trade.retailer],
    ] as const) {
      expect((await client.get(`/api/v1/partners/${partner.id}/totals`)).body).toEqual({
        open_orders: 1,
        days: 30,
        orders: 1,
        total: accepted.total,
        last_ordered_at: accepted.created_at,
      });
    }
    const ofSide = async (side: string) =>
      (await trade.buyer.get(`/api/v1/partners/${trade.wholesaler.id}/totals?side=${side}`)).body;
    expect(await ofSide('buying')).toMatchObject({ open_orders: 1, orders: 1 });
    expect(await ofSide('selling')).toMatchObject({ open_orders: 0, orders: 0, last_ordered_at: null });
  });

  test.each(['America/Los_Angeles', 'Pacific/Kiritimati'])(
    'counts 30 calendar days of the business’s timezone, as its overview does (%s)',
    async (timezone) => {
      const trade: Trade = await openTrade(stage);
      await sql`update entities set timezone = ${timezone} where id = ${trade.retailer.id}`;
      const placed = [await placeOrder(trade), await placeOrder(trade)] as const;
      const { start, since } = lastDays(timezone, 30);
      await at(placed[0].id, since);
      await at(placed[1].id, new Date(Date.parse(since) - 1000).toISOString());
      const overview = (await trade.buyer.get<Overview>('/api/v1/overview?days=30')).body;
      expect(overview.period.start).toBe(start);
      expect(overview.figures.orders).toEqual({ current: 1, previous: 1 });
      expect((await trade.buyer.get(`/api/v1/partners/${trade.wholesaler.id}/totals`)).body).toMatchObject({
        days: 30,
        orders: 1,
        total: placed[0].total,
      });
    },
  );

  test('returns zeros for a connected business without orders (200)', async () => {
    const { buyer, wholesaler }: Trade = await openTrade(stage);
    expect((await buyer.get(`/api/v1/partners/${wholesaler.id}/totals`)).body).toEqual({
      open_orders: 0,
      days: 30,
      orders: 0,
      total: 0,
      last_ordered_at: null,
    });
  });

  test('returns 404 to a business without a connection, whatever the others traded', async () => {
    const trade: Trade = await openTrade(stage);
    await placeOrderIn(trade, 'accepted');
    const other: Trade = await openTrade(stage);
    for (const id of [trade.wholesaler.id, trade.retailer.id, ABSENT_ID]) {
      expectAbsent(await other.buyer.get(`/api/v1/partners/${id}/totals`));
    }
  });
});

describe('GET /api/v1/partners/totals', () => {
  interface Trends {
    days: number;
    data: Array<{ id: string; weeks: number[] }>;
  }
  const NONE = { open_orders: 0, orders: 0, total: 0, last_ordered_at: null, weeks: Array(13).fill(0) };

  test.skipIf(IS_SHORT)(
    'adds up the trade with each of them by week, in the order asked for, for the side asked for (200)',
    async () => {
      const trade: Trade = await openTrade(stage);
      const other: Trade = await openTrade(stage);
      const placed = [];
      for (const status of ['delivered', 'accepted', 'cancelled', 'delivered'] as const) {
        placed.push(await placeOrderIn(trade, status));
      }
      const [delivered, accepted, , early] = placed as [OrderBody, OrderBody, OrderBody, OrderBody];
      const { since } = lastDays('UTC', 90);
      await at(delivered.id, since);
      await at(early.id, new Date(Date.parse(since) - 1000).toISOString());
      const weeks = [delivered.total, ...Array(11).fill(0), accepted.total];
      for (const [client, partner, side] of [
        [trade.buyer, trade.wholesaler, 'buying'],
        [trade.seller, trade.retailer, 'selling'],
      ] as const) {
        const asked = [other.retailer.id, partner.id, ABSENT_ID, partner.id.toUpperCase()];
        expect((await client.get(`/api/v1/partners/totals?side=${side}&ids=${asked}`)).body).toEqual({
          days: 90,
          data: [
            { id: other.retailer.id, ...NONE },
            {
              ...{ id: partner.id, open_orders: 1, orders: 2, weeks },
              total: Math.round((delivered.total + accepted.total) * 100) / 100,
              last_ordered_at: accepted.created_at,
            },
            { id: ABSENT_ID, ...NONE },
          ],
        });
      }
      const ofOthers = await other.seller.get<Trends>(
        `/api/v1/partners/totals?side=selling&ids=${trade.retailer.id}`,
      );
      expect(ofOthers.body.data).toEqual([{ id: trade.retailer.id, ...NONE }]);
      const unasked = `/api/v1/partners/totals?side=selling&ids=${trade.wholesaler.id}`;
      expect((await trade.buyer.get<Trends>(unasked)).body.data).toEqual([
        { id: trade.wholesaler.id, ...NONE },
      ]);
    },
  );

  test.each([
    ['without ids', 'side=buying'],
    ['without a side', `ids=${ABSENT_ID}`],
    ['with what is no id', 'side=buying&ids=a'],
    ['with more than 100 ids', `side=buying&ids=${Array(101).fill(ABSENT_ID)}`],
  ])('rejects a request %s (400)', async (_, query) => {
    const { buyer }: Trade = await openTrade(stage);
    expectError(await buyer.get(`/api/v1/partners/totals?${query}`), 'INVALID_REQUEST');
  });
});
