import { describe, expect, test } from 'vitest';
import { newId } from '../../../server/kernel/ids';
import { sealAudit } from '../../../server/platform/audit-log/seal';
import { createMember } from '../../factories/business';
import { openTrade, placeOrder } from '../../factories/trade';
import { expectError, expectInvalid } from '../../setup/expect';
import { openStage } from '../../setup/stage';

const stage = await openStage();
const trade = await openTrade(stage);
const { buyer, seller, stockId } = trade;
type Log = { data: Array<Record<string, unknown>>; pagination: { total: number } };

describe('GET /api/v1/audit', () => {
  test('returns who changed what, before and after, with request id and address (200)', async () => {
    const changed = await seller.patch(`/api/v1/inventory/${stockId}`, {
      quantity_change: -3,
      reason_code: 'DAMAGE',
      notes: 'Dropped',
    });
    const { body } = await seller.get<Log>(`/api/v1/audit?object_id=${stockId}`);
    expect(body.data).toEqual([
      {
        id: expect.any(String),
        created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
        actor: { id: seller.tokens?.user.id, name: seller.tokens?.user.name },
        action: 'inventory.adjusted',
        object: { type: 'inventory_item', id: stockId, name: expect.stringMatching(/^.+ .+ \(.+\)$/) },
        before: { quantity: 100 },
        after: { quantity: 97, reason_code: 'DAMAGE', notes: 'Dropped' },
        names: {},
        request_id: changed.headers['x-request-id'],
        address: expect.stringMatching(/^(127\.0\.0\.1|::1)$/),
        location_ids: [trade.wholesaler.locationIds[0]],
      },
    ]);
  });

  test('names a customer, and what its change mentions by id, of the reader’s business alone (200)', async () => {
    const list = await seller.post<{ id: string }>('/api/v1/price-lists', { name: 'Gold partners' });
    const customerId = trade.retailer.id;
    await seller.patch(`/api/v1/customers/${customerId}`, { price_list_id: list.body.id });
    const { body } = await seller.get<Log>(`/api/v1/audit?object_id=${customerId}&action=customer.updated`);
    expect(body.data[0]).toMatchObject({
      object: { type: 'customer', id: customerId, name: trade.retailer.name },
      names: { [list.body.id]: 'Gold partners' },
    });
    // The same ids in another business's log are no names.
    const mentioned = {
      list: list.body.id,
      place: trade.wholesaler.locationIds[0],
      own: trade.retailer.locationIds[0],
    };
    await stage.sql`
      insert into audit_log (id, entity_id, actor_id, actor_name, action, object_type, object_id, after, request_id, address)
      select ${newId()}, entity_id, actor_id, actor_name, action, object_type, object_id, ${JSON.stringify(mentioned)}::text::jsonb, request_id, address
      from audit_log where entity_id = ${trade.retailer.id} limit 1`;
    const others = (await buyer.get<Log>('/api/v1/audit?limit=1')).body;
    expect(others.data[0]).toMatchObject({ after: mentioned });
    expect(Object.keys(others.data[0]?.names ?? {})).toEqual([mentioned.own]);
  });

  test('filters by action, object, actor, type and day, newest first (200)', async () => {
    const order = await placeOrder(trade);
    const all = (await buyer.get<Log>('/api/v1/audit')).body;
    const ids = all.data.map((row) => String(row.id));
    expect(ids).toEqual([...ids].sort().reverse());
    const today = new Date().toISOString().slice(0, 10);
    for (const query of [
      'action=order.created',
      'action=order',
      'object_type=order',
      `object_id=${order.id}`,
      `actor_id=${buyer.tokens?.user.id}&action=order&start_date=${today}&end_date=${today}`,
    ]) {
      const { body } = await buyer.get<Log>(`/api/v1/audit?${query}`);
      expect(
        body.data.map((row) => (row.object as { id: string }).id),
        query,
      ).toEqual([order.id]);
    }
    expect((await buyer.get<Log>('/api/v1/audit?end_date=2020-01-01')).body.pagination.total).toBe(0);
  });

  test('counts an action exactly before and after its rows are sealed, and pages from either end', async () => {
    const busy = await openTrade(stage);
    const entity = busy.wholesaler.id;
    await stage.sql`
      insert into audit_log (id, entity_id, actor_name, action, object_type, object_id, request_id, address, created_at)
      select gen_random_uuid(), ${entity}, 'Ana', case when n % 4 = 0 then 'order.moved' else 'order.created' end, 'order',
        ${entity}, 'test', 'test', now() - interval '1 second' * n from generate_series(1, 12000) n`;
    const inOrder = await stage.sql<{ id: string }[]>`
      select id from audit_log where entity_id = ${entity} order by created_at desc, id desc`;
    const check = async () => {
      const totals = ['action=order.moved', 'action=order'].map(async (query) => {
        const { body } = await busy.seller.get<Log>(`/api/v1/audit?${query}`);
        return body.pagination.total;
      });
      expect(await Promise.all(totals)).toEqual([3000, 12_000]);
      for (const page of [1, 60, 90, 121]) {
        const { body } = await busy.seller.get<Log>(`/api/v1/audit?limit=100&page=${page}`);
        expect(body.pagination.total).toBe(inOrder.length);
        const ids = inOrder.slice((page - 1) * 100, page * 100).map((row) => row.id);
        expect(body.data.map((row) => row.id)).toEqual(ids);
      }
    };
    await check();
    await sealAudit(stage.db);
    await sealAudit(stage.db);
    await check();
  });

  test("returns only the log of the caller's business", async () => {
    const { seller: other } = await openTrade(stage);
    const { body } = await other.get<Log>(`/api/v1/audit?object_id=${stockId}`);
    expect(body.data).toEqual([]);
  });

  test('rejects a reversed range and an unknown action (400), and a manager (403)', async () => {
    expectInvalid(
      await buyer.get('/api/v1/audit?start_date=2026-02-02&end_date=2026-02-01'),
      'end_date',
      'range_upside_down',
    );
    expectInvalid(await buyer.get('/api/v1/audit?action=%27--'), 'action');
    const manager = await stage.signIn(await createMember(stage.db, trade.retailer, 'manager'));
    expectError(await manager.get('/api/v1/audit'), 'FORBIDDEN');
  });

  test('exports CSV (200)', async () => {
    const { headers, text } = await buyer.get('/api/v1/audit?format=csv');
    expect(headers['content-type']).toMatch(/^text\/csv/);
    expect(text.split('\r\n')[0]).toBe(
      'id,created_at,actor.id,actor.name,action,object.type,object.id,object.name,before,after,request_id,address,location_ids,names',
    );
  });
});
