import { expect, test } from 'vitest';
import { createKey, withKey } from '../../factories/api-key';
import { createMember } from '../../factories/business';
import { moneyOf } from '../../factories/money';
import { openTrade, placeOrder, placeOrderIn, type Trade } from '../../factories/trade';
import { type Client, ok } from '../../setup/client';
import { eventually } from '../../setup/eventually';
import { openStage } from '../../setup/stage';

const stage = await openStage();
const { sql } = stage;
const { owe } = moneyOf(stage);

interface Notice {
  kind: string;
  object: { type: string; id: string; name: string };
  summary: string;
}
const summaries = async (client: Client, kind: string) =>
  ok(await client.get<{ data: Notice[] }>(`/api/v1/notifications?kind=${kind}`)).data.map(
    ({ summary }) => summary,
  );
const expectTold = (client: Client, kind: string, told: string[]) =>
  eventually(
    () => summaries(client, kind),
    (seen) => expect(seen).toEqual(told),
  );
const written = () =>
  eventually(
    async () => sql`select from notices union all select from events where sequence is null`,
    (waiting) => expect(waiting).toHaveLength(0),
  );
const say = async (trade: Trade, invoiceId: string, amount: number, more: object = {}) =>
  ok(
    await trade.buyer.post<{ id: string }>(`/api/v1/invoices/${invoiceId}/remittances`, {
      ...{ method: 'check', amount, sent_on: '2026-01-05', reference: '1042', ...more },
    }),
  );

test('the seller is notified of money that a buyer sent, and the buyer of what became of it', async () => {
  const trade = await openTrade(stage);
  const limited = await stage.signIn(
    await createMember(stage.db, trade.wholesaler, 'manager', trade.wholesaler.locationIds.slice(0, 1)),
  );
  const [one, two] = [await owe(trade, 1250), await owe(trade, 50)];
  const first = await say(trade, one.id, 1234.5);
  const sum = `${trade.retailer.name} says it sent $1,234.50 for ${one.number}`;
  await expectTold(trade.seller, 'remittance', [sum]);
  const [{ object } = {} as Notice] = ok(
    await trade.seller.get<{ data: Notice[] }>('/api/v1/notifications?kind=remittance'),
  ).data;
  expect(object).toEqual({ type: 'invoice', id: one.id, name: one.number });
  await written();
  // Money of the whole business is nothing for members of some places; who said it knows.
  expect(await summaries(limited, 'remittance')).toEqual([]);
  expect(await summaries(trade.buyer, 'remittance')).toEqual([]);
  ok(await trade.seller.post(`/api/v1/remittances/${first.id}/decline`, {}));
  await expectTold(trade.buyer, 'remittance', [
    `${trade.wholesaler.name} declined $1,234.50 for ${one.number}`,
  ]);
  const parts = [one, two].map(({ id }) => ({ invoice_id: id, amount: 50 }));
  const both = await say(trade, one.id, 100, { invoices: parts });
  ok(await trade.seller.post(`/api/v1/remittances/${both.id}/record`, {}));
  await eventually(
    () => summaries(trade.buyer, 'remittance'),
    ([latest]) => expect(latest).toMatch(/ recorded \$100\.00 for OPEN-\d+ and 1 more$/),
  );
});

test('the seller is notified of a dispute, and the buyer of how it ended', async () => {
  const trade = await openTrade(stage);
  const order = await placeOrderIn(trade, 'shipped');
  const { id = '', number } = order.invoice ?? {};
  const lines = [{ item_id: order.items[0]?.id, quantity: 0 }];
  const dispute = ok(
    await trade.buyer.post<{ id: string }>(`/api/v1/invoices/${id}/disputes`, { reason: 'quantity', lines }),
  );
  await expectTold(trade.seller, 'dispute', [`${trade.retailer.name} disputes lines of ${number}`]);
  ok(await trade.seller.post(`/api/v1/disputes/${dispute.id}/decline`, {}));
  await expectTold(trade.buyer, 'dispute', [`${trade.wholesaler.name} declined your dispute of ${number}`]);
  await written();
  expect(await summaries(trade.seller, 'dispute')).toHaveLength(1);
});

test('who places an order by hand is mailed a confirmation, which the bell leaves out; a key is not', async () => {
  const trade = await openTrade(stage);
  const second = await stage.signIn(await createMember(stage.db, trade.retailer, 'manager'));
  const order = await placeOrder({ ...trade, buyer: second });
  const key = await createKey(trade.buyer, { permissions: ['create:orders', 'read:orders'] });
  await placeOrder({ ...trade, buyer: withKey(stage.server.url, key.secret) });
  await written();
  const rows = await sql`
    select n.user_id, n.object_id, n.summary, n.bell from notifications n where n.kind = 'order_placed' and n.entity_id = ${trade.retailer.id}`;
  expect(rows).toEqual([
    {
      user_id: second.tokens?.user.id,
      object_id: order.id,
      summary: `You placed ${order.order_number} with ${trade.wholesaler.name}`,
      bell: false,
    },
  ]);
  expect(await summaries(second, 'order_placed')).toEqual([]);
});
