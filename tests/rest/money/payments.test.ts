import { describe, expect, test } from 'vitest';
import type { PaymentView } from '../../../server/features/billing/payments/resource';
import { createMember } from '../../factories/business';
import { moneyOf, PAYMENTS, paid, pay } from '../../factories/money';
import { openTrade, placeOrderIn } from '../../factories/trade';
import { type Client, ok } from '../../setup/client';
import { eventually } from '../../setup/eventually';
import { ABSENT_ID, expectAbsent, expectError, expectInvalid } from '../../setup/expect';
import { IS_SHORT } from '../../setup/full';
import { openStage } from '../../setup/stage';

const stage = await openStage();
const { db, sql } = stage;
const { owe, credit, balances } = moneyOf(stage);

describe('recording a payment', () => {
  test('settles the oldest due first; a void opens them again; two at once never take more than there is', async () => {
    const trade = await openTrade(stage);
    const first = await owe(trade, 300, { due: '2025-11-01' });
    const second = await owe(trade, 500, { due: '2025-11-10' });
    const payment = await paid(trade, 600);
    expect(payment).toMatchObject({
      status: 'recorded',
      amount: 600,
      allocated: 600,
      unapplied: 0,
      seller: { id: trade.wholesaler.id },
      buyer: { id: trade.retailer.id },
      allocations: [
        { invoice: first, amount: 300, reversed_on: null },
        { invoice: second, amount: 300 },
      ],
    });
    expect(await balances(first.id, second.id)).toEqual([0, 200]);
    const voided = ok(
      await trade.seller.post<PaymentView>(`${PAYMENTS}/${payment.id}/void`, { reason: 'Bounced' }),
    );
    expect(voided).toMatchObject({ status: 'voided', allocated: 0, unapplied: 0, void_reason: 'Bounced' });
    expect(voided.allocations.map(({ reversed_on }) => reversed_on)).toEqual([
      voided.voided_on,
      voided.voided_on,
    ]);
    expect(await balances(first.id, second.id)).toEqual([300, 500]);
    const allocations = [{ invoice_id: second.id, amount: 500 }];
    const both = await Promise.all([pay(trade, 500, { allocations }), pay(trade, 500, { allocations })]);
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
    const rejected = both.find(({ status }) => status === 409);
    expect(rejected && expectError(rejected, 'CONFLICT')).toEqual({
      reason: 'over_allocated',
      available: 0,
      id: second.id,
    });
    expect(await balances(first.id, second.id)).toEqual([300, 0]);
  });

  test('settles what it names; the rest, and all of one with none, stays unapplied until it is allocated', async () => {
    const trade = await openTrade(stage);
    const [a, b] = [await owe(trade, 100), await owe(trade, 100)];
    const one = await paid(trade, 150, { allocations: [{ invoice_id: b.id, amount: 70.5 }] });
    expect(one).toMatchObject({ allocated: 70.5, unapplied: 79.5 });
    expect(await balances(a.id, b.id)).toEqual([100, 29.5]);
    const none = await paid(trade, 10, { allocations: [] });
    expect(none).toMatchObject({ allocated: 0, unapplied: 10, allocations: [] });
    const path = `${PAYMENTS}/${one.id}/allocations`;
    const many = await trade.seller.post(path, { allocations: [{ invoice_id: a.id, amount: 79.51 }] });
    expect(expectError(many, 'CONFLICT')).toEqual({ reason: 'over_allocated', available: 79.5 });
    const rest = ok(await trade.seller.post<PaymentView>(path, {}));
    expect(rest).toMatchObject({ allocated: 150, unapplied: 0 });
    expect(await balances(a.id, b.id)).toEqual([20.5, 29.5]);
  });

  test.skipIf(IS_SHORT)(
    'of invoices due on one day the lower number comes first, and more than is owed stays unapplied',
    async () => {
      const trade = await openTrade(stage);
      const later = await owe(trade, 10, { number: 'INV-2' });
      const first = await owe(trade, 10, { number: 'INV-1' });
      expect((await paid(trade, 12)).allocations.map(({ invoice }) => invoice?.number)).toEqual([
        'INV-1',
        'INV-2',
      ]);
      expect(await balances(first.id, later.id)).toEqual([0, 8]);
      expect(await paid(trade, 20)).toMatchObject({ allocated: 8, unapplied: 12 });
    },
  );

  test.skipIf(IS_SHORT)(
    'notices one that is recorded already, whatever the case, until it is confirmed',
    async () => {
      const trade = await openTrade(stage);
      const fields = { reference: '1042', allocations: [] };
      const first = await paid(trade, 50, fields);
      expect(expectError(await pay(trade, 50, fields), 'CONFLICT')).toEqual({
        reason: 'possible_duplicate',
        payment_id: first.id,
      });
      for (const other of [{ reference: '1043' }, { method: 'wire' }, { received_on: '2026-01-31' }]) {
        await paid(trade, 50, { ...fields, ...other });
      }
      await paid(trade, 50.01, fields);
      await paid(trade, 50, { ...fields, confirm_duplicate: true });
      const without = { reference: undefined, allocations: [] };
      await paid(trade, 51, without);
      expectError(await pay(trade, 51, without), 'CONFLICT');
      const voided = await paid(trade, 52, fields);
      ok(await trade.seller.post(`${PAYMENTS}/${voided.id}/void`, { reason: 'x' }));
      await paid(trade, 52, fields);
    },
  );

  test('cash says who counted it, and nothing else does', async () => {
    const trade = await openTrade(stage);
    const cash = { method: 'cash', counted_by: 'Dana and Lee', reference: 'Drop 7', notes: 'Two bags' };
    expect(await paid(trade, 1, cash)).toMatchObject(cash);
    expectInvalid(await pay(trade, 2, { counted_by: 'Dana' }), 'counted_by', 'conflict');
  });

  test('rejects what is no payment (400)', async () => {
    const trade = await openTrade(stage);
    const { id } = await owe(trade, 10);
    expectInvalid(await pay(trade, 0), 'amount', 'value_too_small');
    expectInvalid(await pay(trade, 1.001), 'amount', 'too_many_decimals');
    expectInvalid(await pay(trade, 10_000_000_000), 'amount', 'value_too_large');
    expectInvalid(await pay(trade, 1, { received_on: '2999-01-01' }), 'received_on', 'date_in_future');
    expectInvalid(await pay(trade, 1, { method: 'barter' }), 'method');
    expectInvalid(await pay(trade, 1, { reference: 'x'.repeat(101) }), 'reference');
    const twice = [1, 2].map((amount) => ({ invoice_id: id, amount }));
    expectInvalid(await pay(trade, 5, { allocations: twice }), 'allocations', 'duplicate');
    const source = [{ payment_id: ABSENT_ID, amount: 1 }];
    expectInvalid(await pay(trade, 5, { allocations: source }), 'allocations', 'conflict');
    const both = [{ invoice_id: id, payment_id: ABSENT_ID, amount: 1 }];
    expectInvalid(await pay(trade, 5, { allocations: both }), 'allocations[0].invoice_id', 'ambiguous');
    expectInvalid(await pay(trade, 5, { settled: 1 }), 'settled', 'unknown_key');
  });

  test('each operation runs once for a key', async () => {
    const trade = await openTrade(stage);
    const { id } = await owe(trade, 100);
    const headers = { 'idempotency-key': 'payment-1' };
    const body = {
      customer_id: trade.retailer.id,
      kind: 'payment',
      method: 'ach',
      amount: 40,
      received_on: '2026-02-01',
    };
    const [one, again] = [
      await trade.seller.post<PaymentView>(PAYMENTS, body, { headers }),
      await trade.seller.post<PaymentView>(PAYMENTS, body, { headers }),
    ];
    expect(ok(again)).toEqual(ok(one));
    expect(again.headers['idempotent-replayed']).toBe('true');
    expect(await balances(id)).toEqual([60]);
  });
});

test.skipIf(IS_SHORT)(
  'a credit note settles its own invoice first, then the oldest due, or those that are named',
  async () => {
    const trade = await openTrade(stage);
    const oldest = await owe(trade, 20, { due: '2025-01-01' });
    const own = (await placeOrderIn(trade, 'shipped', 3)).invoice ?? { id: '' };
    const note = await credit(trade, own.id, 60);
    const path = `/api/v1/credit-notes/${note.id}/allocations`;
    const named = [{ invoice_id: own.id, amount: 10 }];
    expect(ok(await trade.seller.post(path, { allocations: named }))).toMatchObject({
      allocated: 10,
      unapplied: 50,
    });
    expectError(
      await trade.seller.post(path, { allocations: [{ invoice_id: own.id, amount: 21 }] }),
      'CONFLICT',
    );
    expectAbsent(await trade.seller.post(path, { allocations: [{ invoice_id: ABSENT_ID, amount: 1 }] }));
    expectError(await trade.buyer.post(path, {}), 'FORBIDDEN');
    expect(ok(await trade.seller.post(path, {}))).toMatchObject({ allocated: 50, unapplied: 10 });
    expect(await balances(oldest.id, own.id)).toEqual([0, 0]);
    const settled =
      await sql`select count(*)::int from events where type = 'invoice.settled' and data ->> 'id' in (${own.id}, ${oldest.id})`;
    expect(settled[0]?.count).toBe(4);
  },
);

test('a void is final', async () => {
  const trade = await openTrade(stage);
  const payment = await paid(trade, 10);
  const path = `${PAYMENTS}/${payment.id}`;
  expectInvalid(await trade.seller.post(`${path}/void`, {}), 'reason', 'required');
  ok(await trade.seller.post(`${path}/void`, { reason: 'Twice' }));
  expect(
    expectError(await trade.seller.post(`${path}/void`, { reason: 'x' }), 'INVALID_TRANSITION'),
  ).toMatchObject({
    from: 'voided',
    to: 'voided',
    allowed: [],
  });
  const { id } = await owe(trade, 10);
  const allocated = await trade.seller.post(`${path}/allocations`, {
    allocations: [{ invoice_id: id, amount: 1 }],
  });
  expect(expectError(allocated, 'CONFLICT')).toEqual({ reason: 'over_allocated', available: 0 });
});

describe('who sees and changes payments', () => {
  test('both parties read one, the seller alone its notes, and each gets the event as it sees it', async () => {
    const trade = await openTrade(stage);
    const payment = await paid(trade, 10, { notes: 'Late again', external_ids: { quickbooks: '88' } });
    expect(payment).toMatchObject({ notes: 'Late again', external_ids: { quickbooks: '88' } });
    const seen = ok(await trade.buyer.get<PaymentView>(`${PAYMENTS}/${payment.id}`));
    expect(seen).toEqual({ ...payment, source: null, notes: null, external_ids: {} });
    const { data } = ok(
      await trade.seller.get<{ data: PaymentView[] }>(`${PAYMENTS}?external_id=quickbooks:88`),
    );
    expect(data).toEqual([payment]);
    ok(await trade.seller.post(`${PAYMENTS}/${payment.id}/void`, { reason: 'x' }));
    const events = await sql`select type, entity_id, data ->> 'notes' as notes from events
      where data ->> 'id' = ${payment.id} order by id`;
    expect(events).toHaveLength(4);
    for (const { entity_id, notes } of events) {
      expect(notes).toBe(entity_id === trade.wholesaler.id ? 'Late again' : null);
    }
    const audit = await sql`select action from audit_log where object_id = ${payment.id} order by position`;
    expect(audit.map(({ action }) => action)).toEqual(['payment.recorded', 'payment.voided']);
  });

  test('is named by each party for itself, and nothing else of it changes', async () => {
    const trade = await openTrade(stage);
    const payment = await paid(trade, 10);
    const path = `${PAYMENTS}/${payment.id}`;
    const name = (client: Client, external_ids: object) => client.patch<PaymentView>(path, { external_ids });
    expect(ok(await name(trade.seller, { quickbooks: '9' })).external_ids).toEqual({ quickbooks: '9' });
    expect(ok(await name(trade.buyer, { xero: 'A' })).external_ids).toEqual({ xero: 'A' });
    expect(ok(await name(trade.seller, { quickbooks: null, sage: '1' })).external_ids).toEqual({ sage: '1' });
    expect((await trade.seller.patch(path, { amount: 11 })).status).toBe(400);
    const viewer = await stage.signIn(await createMember(stage.db, trade.retailer, 'viewer'));
    expect((await name(viewer, { x: '1' })).status).toBe(403);
  });

  test.skipIf(IS_SHORT)(
    'the lists of both, by side, customer, kind, status, method, day and reference',
    async () => {
      const trade = await openTrade(stage);
      const early = await paid(trade, 10, {
        received_on: '2026-01-10',
        reference: 'Wire Été 7',
        method: 'wire',
      });
      const late = await paid(trade, 10, { received_on: '2026-01-20' });
      const refund = await paid(trade, 5, { kind: 'refund', received_on: '2026-01-21' });
      const ids = async (query: string, client = trade.seller) =>
        ok(await client.get<{ data: PaymentView[] }>(`${PAYMENTS}?${query}`)).data.map(({ id }) => id);
      expect(await ids('')).toEqual([refund.id, late.id, early.id]);
      expect(await ids('', trade.buyer)).toEqual([refund.id, late.id, early.id]);
      expect(await ids('sort=received_on')).toEqual([early.id, late.id, refund.id]);
      expect(await ids('kind=refund')).toEqual([refund.id]);
      expect(await ids('method=wire')).toEqual([early.id]);
      expect(await ids('unapplied=true')).toEqual([late.id, early.id]);
      expect(await ids('unapplied=false')).toEqual([refund.id]);
      expect(await ids('status=voided')).toEqual([]);
      expect(await ids('search=ete')).toEqual([early.id]);
      expect(await ids('received_from=2026-01-11&received_to=2026-01-20')).toEqual([late.id]);
      expect(await ids(`customer_id=${trade.retailer.id}&side=selling`)).toHaveLength(3);
      expect(await ids(`customer_id=${ABSENT_ID}`)).toEqual([]);
      expect(await ids('side=buying')).toEqual([]);
      expect(await ids(`supplier_id=${trade.wholesaler.id}`, trade.buyer)).toHaveLength(3);
      const upside = await trade.seller.get(`${PAYMENTS}?received_from=2026-02-01&received_to=2026-01-01`);
      expectInvalid(upside, 'received_to', 'range_upside_down');
      const csv = await trade.seller.get(`${PAYMENTS}?format=csv`);
      expect(csv.text.split('\r\n')[0]).toContain('received_on');
      const page = ok(
        await trade.seller.get<{ data: PaymentView[]; pagination: { next_cursor: string } }>(
          `${PAYMENTS}?limit=2`,
        ),
      );
      const rest = await ids(`limit=2&cursor=${page.pagination.next_cursor}`);
      expect([...page.data.map(({ id }) => id), ...rest]).toEqual([refund.id, late.id, early.id]);
    },
  );

  test("another pair's money is absent, whatever names it", async () => {
    const [own, other] = [await openTrade(stage), await openTrade(stage)];
    const theirs = await owe(other, 100);
    const payment = await paid(other, 10, { allocations: [], reference: 'SECRET-1' });
    const note = await credit(other, theirs.id, 5);
    for (const client of [own.seller, own.buyer]) {
      expectAbsent(await client.get(`${PAYMENTS}/${payment.id}`));
      for (const query of [
        'search=SECRET',
        `customer_id=${other.retailer.id}`,
        `supplier_id=${other.wholesaler.id}`,
      ]) {
        expect(ok(await client.get<{ data: unknown[] }>(`${PAYMENTS}?${query}`)).data).toEqual([]);
      }
    }
    expectAbsent(await own.seller.post(`${PAYMENTS}/${payment.id}/void`, { reason: 'x' }));
    expectAbsent(await own.seller.post(`${PAYMENTS}/${payment.id}/allocations`, {}));
    expectAbsent(await pay({ ...own, retailer: other.retailer }, 5));
    expectAbsent(await pay({ ...own, retailer: { id: ABSENT_ID } }, 5));
    const mine = await paid(own, 20, { allocations: [] });
    for (const id of [theirs.id, ABSENT_ID]) {
      const allocations = [{ invoice_id: id, amount: 1 }];
      expectAbsent(await pay(own, 5, { allocations }));
      expectAbsent(await own.seller.post(`${PAYMENTS}/${mine.id}/allocations`, { allocations }));
    }
    for (const source of [
      { payment_id: payment.id },
      { credit_note_id: note.id },
      { payment_id: ABSENT_ID },
    ]) {
      expectAbsent(await pay(own, 1, { kind: 'refund', allocations: [{ ...source, amount: 1 }] }));
    }
  });

  test('the buyer changes nothing, and neither does a viewer, a manager voids nothing, and a place sees none', async () => {
    const trade = await openTrade(stage, { wholesaler: { name: 'Seller of roles' } });
    const payment = await paid(trade, 10);
    const reason = { reason: 'x' };
    expectError(await pay({ ...trade, seller: trade.buyer }, 1), 'FORBIDDEN');
    expectError(await trade.buyer.post(`${PAYMENTS}/${payment.id}/void`, reason), 'FORBIDDEN');
    const member = async (role: 'viewer' | 'manager' | 'admin', limits?: string[]) =>
      stage.signIn(await createMember(db, trade.wholesaler, role, limits));
    const viewer = await member('viewer');
    expectError(await pay({ ...trade, seller: viewer }, 1), 'FORBIDDEN');
    ok(await viewer.get(`${PAYMENTS}/${payment.id}`));
    const manager = await member('manager');
    await paid({ ...trade, seller: manager }, 1);
    expectError(await manager.post(`${PAYMENTS}/${payment.id}/void`, reason), 'FORBIDDEN');
    const limited = await member('manager', [trade.wholesaler.locationIds[0]]);
    for (const answer of [await limited.get(PAYMENTS), await pay({ ...trade, seller: limited }, 1)]) {
      expect(expectError(answer, 'FORBIDDEN').reason).toBe('outside_your_locations');
    }
    // Nor in what is recorded of them.
    const [all, place] = [await member('admin'), await member('admin', [trade.wholesaler.locationIds[0]])];
    for (const path of ['/api/v1/events?limit=500', '/api/v1/audit?limit=100']) {
      const recorded = async (client: Client) => {
        const { data } = ok(await client.get<{ data: { type?: string; action?: string }[] }>(path));
        return data.filter(({ type, action }) => (type ?? action) === 'payment.recorded').length;
      };
      await eventually(
        () => recorded(all),
        (count) => expect(count, path).toBe(2),
      );
      expect(await recorded(place), path).toBe(0);
    }
  });
});
