import { beforeAll, describe, expect, test } from 'vitest';
import type { CreditNoteView } from '../../../server/features/billing/credits/resource';
import type { DisputeView } from '../../../server/features/billing/disputes/resource';
import type { InvoiceView } from '../../../server/features/billing/invoices/resource';
import { createMember } from '../../factories/business';
import { moneyOf } from '../../factories/money';
import { openTrade, placeOrderIn, type Trade } from '../../factories/trade';
import { type Client, ok } from '../../setup/client';
import { ABSENT_ID, expectAbsent, expectError, expectInvalid } from '../../setup/expect';
import { openStage } from '../../setup/stage';

const stage = await openStage();
const { sql } = stage;
const { owe } = moneyOf(stage);
const DISPUTES = '/api/v1/disputes';

let trade: Trade;
beforeAll(async () => {
  trade = await openTrade(stage, { quantity: 10_000, prices: [1000] });
});

/** An invoice of ten units, and its one line. */
async function invoiced(of = trade, quantity = 10) {
  const order = await placeOrderIn(of, 'shipped', quantity);
  const invoice = ok(await of.buyer.get<InvoiceView>(`/api/v1/invoices/${order.invoice?.id}`));
  return { id: invoice.id, number: invoice.number, item: invoice.lines[0]?.item_id as string, invoice };
}
const dispute = (client: Client, invoiceId: string, body: object) =>
  client.post<DisputeView>(`/api/v1/invoices/${invoiceId}/disputes`, { reason: 'quantity', ...body });
const act = (client: Client, id: string, what: string, body: object = {}) =>
  client.post<DisputeView>(`${DISPUTES}/${id}/${what}`, body);
const credit = (id: string, body: object) =>
  trade.seller.post<CreditNoteView>(`/api/v1/invoices/${id}/credits`, { reason: 'Two are missing', ...body });
const opened = async () => {
  const { id, item, number, invoice } = await invoiced();
  const one = ok(
    await dispute(trade.buyer, id, { lines: [{ item_id: item, quantity: 8 }], note: 'Two missing' }),
  );
  return { id, item, number, invoice, dispute: one };
};
const emitted = (id: string) =>
  sql`select type, entity_id from events where data ->> 'id' = ${id} and type like 'dispute.%' order by sequence nulls last, type`;

test('a buyer disputes a line: both see it, and no money moves', async () => {
  const { id, item, number, invoice, dispute: one } = await opened();
  expect(one).toMatchObject({
    ...{ status: 'open', reason: 'quantity', note: 'Two missing', credit_note_id: null, closed_at: null },
    invoice: { id, number },
    seller: { id: trade.wholesaler.id },
    buyer: { id: trade.retailer.id },
    lines: [
      {
        item_id: item,
        invoiced_quantity: 10,
        invoiced_unit_price: 10,
        quantity: 8,
        amount: 8,
        unit_price: null,
      },
    ],
  });
  for (const client of [trade.buyer, trade.seller]) {
    expect(ok(await client.get(`${DISPUTES}/${one.id}`))).toEqual(one);
    expect(ok(await client.get<{ data: object[] }>(`${DISPUTES}?invoice_id=${id}`)).data).toEqual([one]);
  }
  const after = ok(await trade.buyer.get<InvoiceView>(`/api/v1/invoices/${id}`));
  expect(after).toEqual(invoice);
  const rows = await emitted(one.id);
  expect(rows.map(({ type }) => type)).toEqual(['dispute.opened', 'dispute.opened']);
});

test('the seller credits it in one act, which closes it', async () => {
  const { id, item, dispute: one } = await opened();
  const lines = [{ item_id: item, quantity: 8 }];
  const note = ok(await credit(id, { lines, dispute_id: one.id }));
  expect(note).toMatchObject({ dispute_id: one.id, subtotal: 20 });
  expect(ok(await trade.buyer.get<DisputeView>(`${DISPUTES}/${one.id}`))).toMatchObject({
    ...{ status: 'credited', credit_note_id: note.id, closed_at: expect.any(String) },
  });
  expect(ok(await trade.buyer.get<CreditNoteView>(`/api/v1/credit-notes/${note.id}`)).dispute_id).toBe(
    one.id,
  );
  const [event] =
    await sql`select data from events where type = 'credit.issued' and data ->> 'id' = ${note.id} limit 1`;
  expect(event?.data).toMatchObject({ dispute_id: one.id });
  expectError(
    await credit(id, { lines: [{ item_id: item, quantity: 7 }], dispute_id: one.id }),
    'INVALID_TRANSITION',
  );
  for (const [client, what] of [
    [trade.buyer, 'withdraw'],
    [trade.seller, 'decline'],
  ] as const)
    expectError(await act(client, one.id, what), 'INVALID_TRANSITION');
  // The line can be disputed again.
  ok(await dispute(trade.buyer, id, { lines: [{ item_id: item, quantity: 5 }] }));
});

test('a credit that changes nothing leaves it open', async () => {
  const { id, item, dispute: one } = await opened();
  const same = await credit(id, { lines: [{ item_id: item, quantity: 10 }], dispute_id: one.id });
  expect(expectError(same, 'CONFLICT').reason).toBe('no_difference');
  expect(ok(await trade.seller.get<DisputeView>(`${DISPUTES}/${one.id}`)).status).toBe('open');
});

test('the seller declines it with a note; the buyer withdraws one', async () => {
  const first = await opened();
  expect(
    ok(await act(trade.seller, first.dispute.id, 'decline', { note: 'Ten were counted' })),
  ).toMatchObject({
    ...{ status: 'declined', decline_note: 'Ten were counted' },
  });
  const second = await opened();
  expect(ok(await act(trade.buyer, second.dispute.id, 'withdraw')).status).toBe('withdrawn');
  const rows = await emitted(second.dispute.id);
  expect(rows.filter(({ type }) => type === 'dispute.closed')).toHaveLength(2);
});

test('a line in an open dispute is not disputed again; 20 at once: one', async () => {
  const { id, item } = await invoiced();
  const answers = await Promise.all(
    Array.from({ length: 20 }, () =>
      dispute(trade.buyer, id, { lines: [{ item_id: item, unit_price: 9 }], reason: 'price' }),
    ),
  );
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  for (const answer of answers.filter(({ status }) => status !== 201))
    expect(expectError(answer, 'CONFLICT')).toMatchObject({ reason: 'already_disputed', item_id: item });
});

test('credited, declined and withdrawn at once: one wins, the others are 409', async () => {
  const { id, item, dispute: one } = await opened();
  const answers = await Promise.all([
    ...Array.from({ length: 5 }, () =>
      credit(id, { lines: [{ item_id: item, quantity: 8 }], dispute_id: one.id }),
    ),
    ...Array.from({ length: 5 }, () => act(trade.seller, one.id, 'decline')),
    ...Array.from({ length: 5 }, () => act(trade.buyer, one.id, 'withdraw')),
  ]);
  expect(answers.filter(({ status }) => status < 300)).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(14);
  const notes = ok(await trade.seller.get<{ data: object[] }>(`/api/v1/credit-notes?invoice_id=${id}`)).data;
  const { status } = ok(await trade.buyer.get<DisputeView>(`${DISPUTES}/${one.id}`));
  expect(notes).toHaveLength(status === 'credited' ? 1 : 0);
});

describe('who may', () => {
  test('open and withdraw: the buyer alone; decline: the seller alone; a stranger sees none', async () => {
    const { id, item, dispute: one } = await opened();
    const lines = [{ item_id: item, quantity: 1 }];
    expectAbsent(await dispute(trade.seller, id, { lines }));
    expectError(await act(trade.buyer, one.id, 'decline'), 'FORBIDDEN');
    expect(expectError(await act(trade.seller, one.id, 'withdraw'), 'FORBIDDEN').reason).toBe('other_party');
    const other = await openTrade(stage, { prices: [1000], quantity: 100 });
    expectAbsent(await dispute(other.buyer, id, { lines }));
    expectAbsent(await other.buyer.get(`${DISPUTES}/${one.id}`));
    expectAbsent(await act(other.buyer, one.id, 'withdraw'));
    expectAbsent(await act(other.seller, one.id, 'decline'));
    expectAbsent(await dispute(trade.buyer, ABSENT_ID, { lines }));
    // A credit closes only a dispute about its invoice.
    const { id: another, item: line } = await invoiced();
    expectAbsent(await credit(another, { lines: [{ item_id: line, quantity: 1 }], dispute_id: one.id }));
  });

  test('a viewer and a member of one location: no', async () => {
    const { id, item } = await invoiced();
    const body = { lines: [{ item_id: item, quantity: 1 }] };
    const viewer = await stage.signIn(await createMember(stage.db, trade.retailer, 'viewer'));
    expectError(await dispute(viewer, id, body), 'FORBIDDEN');
    const place = trade.retailer.locationIds.slice(0, 1);
    const limited = await stage.signIn(await createMember(stage.db, trade.retailer, 'manager', place));
    expect(expectError(await dispute(limited, id, body), 'FORBIDDEN').reason).toBe('outside_your_locations');
    expect(expectError(await limited.get(DISPUTES), 'FORBIDDEN').reason).toBe('outside_your_locations');
  });
});

test.each([
  ['an unknown line', { lines: [{ item_id: ABSENT_ID }] }, 'lines[0].item_id'],
  ['more than was invoiced', { lines: [{ quantity: 11 }] }, 'lines[0].quantity'],
  ['a price above the invoiced one', { lines: [{ unit_price: 10.01 }] }, 'lines[0].unit_price'],
  ['no lines', { lines: [] }, 'lines'],
  ['an unknown reason', { lines: [{ quantity: 1 }], reason: 'late' }, 'reason'],
])('rejects %s (400)', async (_, { lines, ...body }, path) => {
  const { id, item } = await invoiced();
  expectInvalid(
    await dispute(trade.buyer, id, { ...body, lines: lines.map((one) => ({ item_id: item, ...one })) }),
    path,
  );
});

test('an opening balance has no line to dispute (400)', async () => {
  const { id } = await owe(trade, 300);
  expectInvalid(await dispute(trade.buyer, id, { lines: [{ item_id: ABSENT_ID }] }), 'lines[0].item_id');
});
