import { describe, expect, test } from 'vitest';
import { openTrade, placeOrder } from '../factories/trade';
import { type Client, ok } from '../setup/client';
import { Dashboard } from '../setup/dashboard';
import { openStage } from '../setup/stage';

const stage = await openStage();
const { sql } = stage;

interface List {
  data: { id: string }[];
  pagination: { total: number };
}

/** A day, the last instant before it, its first, its last and the first after it. */
const DAYS = [
  ['Pacific/Kiritimati (+14)', 'Pacific/Kiritimati', '2026-05-02', '2026-05-01T10:00Z', '2026-05-02T10:00Z'],
  ['Pacific/Honolulu (−10)', 'Pacific/Honolulu', '2026-05-02', '2026-05-02T10:00Z', '2026-05-03T10:00Z'],
  ['a day of 23 hours', 'America/New_York', '2026-03-08', '2026-03-08T05:00Z', '2026-03-09T04:00Z'],
  ['a day of 25 hours', 'America/New_York', '2026-11-01', '2026-11-01T04:00Z', '2026-11-02T05:00Z'],
  ['a day without its midnight', 'Africa/Cairo', '2026-04-24', '2026-04-23T22:00Z', '2026-04-24T21:00Z'],
  ['a quarter of an hour', 'Asia/Kathmandu', '2026-05-02', '2026-05-01T18:15Z', '2026-05-02T18:15Z'],
] as const;

const justBefore = (instant: string) => new Date(Date.parse(instant) - 1).toISOString();

async function onPage(client: Client, query: object): Promise<List> {
  const dashboard = await Dashboard.of(client);
  const answer = await dashboard.query([{ name: 'orders.summaries', input: query }]);
  const [one] = ok(answer) as [{ result: { data: List } }];
  return one.result.data;
}

describe.each(DAYS)('in %s', (_, timezone, day, begins, ends) => {
  const instants = [
    justBefore(begins),
    new Date(begins).toISOString(),
    justBefore(ends),
    new Date(ends).toISOString(),
  ];

  test('start_date and end_date of orders are days of the business that asks', async () => {
    const trade = await openTrade(stage, { quantity: 100 });
    const { buyer, seller } = trade;
    await sql`update entities set timezone = ${timezone} where id = ${trade.retailer.id}`;
    const ids: string[] = [];
    for (const instant of instants) {
      const { id } = await placeOrder(trade);
      await sql`update orders set created_at = ${instant} where id = ${id}`;
      ids.push(id);
    }
    const [early = '', first = '', last = '', late = ''] = ids;
    for (const [query, found] of [
      [{ start_date: day, end_date: day }, [last, first]],
      [{ start_date: day }, [late, last, first]],
      [{ end_date: day }, [last, first, early]],
      // Counted row by row, as the search is no part of the kept totals.
      [{ start_date: day, end_date: day, search: 'ORD' }, [last, first]],
    ] as const) {
      const address = `/api/v1/orders?${new URLSearchParams(query)}`;
      for (const list of [ok(await buyer.get<List>(address)), await onPage(buyer, query)]) {
        expect(list.data.map(({ id }) => id)).toEqual(found);
        expect(list.pagination.total).toBe(found.length);
      }
      const { text } = await buyer.get(`${address}&format=csv`);
      const rows = text.trimEnd().split('\r\n').slice(1);
      expect(rows.map((row) => row.slice(0, 36))).toEqual(found);
    }
    // The seller's own calendar is that of UTC.
    const { data } = ok(await seller.get<List>(`/api/v1/orders?start_date=${day}&end_date=${day}`));
    const ofUtc = ids.filter((_id, place) => instants[place]?.startsWith(day)).reverse();
    expect(data.map(({ id }) => id)).toEqual(ofUtc);
    // Instants stay instants.
    const since = ok(await buyer.get<List>('/api/v1/orders?updated_since=2020-01-01T00:00:00Z'));
    expect(since.data).toHaveLength(4);
  });

  test('start_date and end_date of the audit log are days of the business', async () => {
    const { buyer, retailer } = await openTrade(stage);
    await sql`update entities set timezone = ${timezone} where id = ${retailer.id}`;
    for (const instant of instants)
      await sql`
        insert into audit_log (id, entity_id, actor_name, action, object_type, object_id, request_id, address, created_at)
        values (gen_random_uuid(), ${retailer.id}, 'Ana', 'order.created', 'order', ${retailer.id}, ${instant}, 'test', ${instant})`;
    const address = `/api/v1/audit?start_date=${day}&end_date=${day}`;
    const { data, pagination } = ok(
      await buyer.get<{ data: { created_at: string }[]; pagination: List['pagination'] }>(address),
    );
    expect(data.map(({ created_at }) => created_at)).toEqual([instants[2], instants[1]]);
    expect(pagination.total).toBe(2);
    const { text } = await buyer.get(`${address}&format=csv`);
    expect(text.trimEnd().split('\r\n')).toHaveLength(3);
  });
});

test('the first and the last day of the calendar are valid in every timezone (200)', async () => {
  const trade = await openTrade(stage);
  await placeOrder(trade);
  for (const timezone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago']) {
    await sql`update entities set timezone = ${timezone} where id = ${trade.retailer.id}`;
    const address = '/api/v1/orders?start_date=0001-01-01&end_date=9999-12-31';
    expect(ok(await trade.buyer.get<List>(address)).data).toHaveLength(1);
  }
});
