import { expect } from 'vitest';
import type { PaymentView } from '../../../../../server/features/billing/payments/resource';
import { applyImport, checkCsv } from '../../../../factories/imports';
import { pick, pickAny, type Roll } from '../../../../rest/orders/trade-model/step';
import { byDueDay, leftOf, openOf } from './sums';
import {
  type Allocation,
  addDays,
  dollars,
  type Invoice,
  type Kind,
  latest,
  type MoneyStep,
  type Pair,
  type Payment,
  pickPair,
  type World,
} from './world';

interface Part {
  id: string;
  cents: number;
}
const METHODS = ['cash', 'check', 'ach', 'wire', 'card', 'other'];
const sum = (parts: readonly Part[]) => parts.reduce((total, { cents }) => total + cents, 0);
const tooMuch = { error: 'CONFLICT' as const, reasons: ['over_allocated'] };

/** Fills what has room in its order. */
function fill(rooms: readonly Part[], cents: number): Part[] {
  let left = cents;
  return rooms.flatMap((room) => {
    const taken = Math.min(left, room.cents);
    left -= taken;
    return taken > 0 ? [{ id: room.id, cents: taken }] : [];
  });
}
const roomsOf = (pair: Pair): Part[] =>
  [...pair.invoices].sort(byDueDay).map((one) => ({ id: one.id, cents: openOf(pair, one) }));

/** Some of what has room, now and then for more than it has. */
function some(roll: Roll, rooms: readonly Part[]): Part[] {
  return rooms
    .filter(({ cents }) => cents > 0 && roll(3) === 0)
    .slice(0, 4)
    .map(({ id, cents }) => ({ id, cents: roll(12) === 0 ? cents + 1 : 1 + roll(cents) }));
}
const fits = (parts: readonly Part[], rooms: readonly Part[], cents: number) =>
  sum(parts) <= cents &&
  parts.every((part) => part.cents <= (rooms.find(({ id }) => id === part.id)?.cents ?? 0));
const toInvoices = (parts: readonly Part[]) =>
  parts.map(({ id, cents }) => ({ invoice_id: id, amount: dollars(cents) }));

function dayOf(world: World, pair: Pair, ids: readonly string[]): string {
  const days = ids.map(
    (id) =>
      pair.invoices.find((one) => one.id === id)?.issued ??
      pair.payments.find((one) => one.id === id)?.received ??
      pair.credits.find((one) => one.id === id)?.issued,
  );
  return latest(world.today, ...days);
}

function allocate(
  world: World,
  pair: Pair,
  shares: ReadonlyArray<Pick<Allocation, 'from' | 'to' | 'cents'>>,
) {
  for (const share of shares) {
    const made = dayOf(world, pair, [share.from, share.to]);
    pair.allocations.push({ ...share, made, reversed: null });
  }
}

let count = 0;
/** One that is entered again. */
const alike = (roll: Roll, { payments }: Pair, kind: Payment['kind']): Payment | undefined =>
  roll(10) === 0 ? pickAny(roll, payments.filter((one) => one.kind === kind).slice(-5)) : undefined;

/** A payment of one buyer: over the oldest invoices, over some, or over none yet. */
export const pay: Kind = (world, roll) => {
  const pair = pickPair(roll, world);
  const rooms = roomsOf(pair);
  const owed = sum(rooms);
  const like = alike(roll, pair, 'payment');
  const any = roll(3) === 0 && owed > 0 ? owed : 1 + roll(Math.max(owed, 5000) * 1.2);
  const amount = like?.amount ?? Math.floor(any);
  return recorded(world, roll, pair, { kind: 'payment', amount, like }, (parts) => {
    const asked = pick(roll, [undefined, undefined, [], some(roll, rooms)]);
    parts.push(...(asked ?? fill(rooms, amount)));
    return {
      isFine: asked === undefined || fits(asked, rooms, amount),
      allocations: asked && toInvoices(asked),
    };
  });
};

/** Money back: of the oldest payments and credits with something left, or of those that are named. */
export const refund: Kind = (world, roll) => {
  const pair = pickPair(roll, world);
  const sources = [
    ...pair.payments.map((one) => ({ ...one, day: one.received, of: 'payment_id' })),
    ...pair.credits.map((one) => ({ ...one, day: one.issued, of: 'credit_note_id' })),
  ]
    .sort((a, b) => (a.day + a.id < b.day + b.id ? -1 : 1))
    .map((one) => ({ id: one.id, of: one.of, cents: leftOf(pair, one) }));
  const left = sum(sources);
  if (left === 0 && roll(4) > 0) return null;
  const named = some(roll, sources);
  const isNamed = named.length > 0 && roll(2) === 0;
  const like = isNamed ? undefined : alike(roll, pair, 'refund');
  const any = 1 + roll(Math.max(1, left + (roll(8) === 0 ? 500 : 0)));
  const amount = isNamed ? sum(named) : (like?.amount ?? any);
  return recorded(world, roll, pair, { kind: 'refund', amount, like }, (parts) => {
    parts.push(...(isNamed ? named : fill(sources, amount)));
    return {
      isFine: isNamed ? fits(named, sources, amount) : amount <= left,
      allocations: isNamed
        ? named.map(({ id, cents }) => ({
            [sources.find((one) => one.id === id)?.of ?? '']: id,
            amount: dollars(cents),
          }))
        : undefined,
    };
  });
};

function recorded(
  world: World,
  roll: Roll,
  pair: Pair,
  { kind, amount, like }: Pick<Payment, 'kind' | 'amount'> & { like: Payment | undefined },
  divide: (parts: Part[]) => { isFine: boolean; allocations: object[] | undefined },
): MoneyStep {
  count += 1;
  const row = {
    ...{ kind, amount, method: like?.method ?? pick(roll, METHODS) },
    reference: like ? like.reference : roll(5) === 0 ? null : `Money ${count}`,
    received: like?.received ?? addDays(world.today, -(roll(2) * roll(15))),
  };
  const isAlike = pair.payments.some(
    (one) =>
      one.voided === null &&
      (['kind', 'method', 'reference', 'amount', 'received'] as const).every(
        (name) => one[name] === row[name],
      ),
  );
  const confirm = roll(2) === 0;
  const parts: Part[] = [];
  const { isFine, allocations } = divide(parts);
  const isDuplicate = isAlike && !confirm;
  return {
    ...{ pair, client: pair.seller.client, method: 'POST', path: '/api/v1/payments' },
    body: {
      ...{ customer_id: pair.buyer.id, kind, method: row.method, amount: dollars(amount) },
      received_on: row.received,
      ...(row.reference !== null && { reference: row.reference }),
      ...(allocations && { allocations }),
      ...(confirm && { confirm_duplicate: true }),
    },
    ...(isDuplicate || !isFine
      ? {
          error: 'CONFLICT' as const,
          reasons: [...(isDuplicate ? ['possible_duplicate'] : []), ...(isFine ? [] : ['over_allocated'])],
        }
      : {}),
    apply: (answer) => {
      const { id } = answer as PaymentView;
      pair.payments.push({ ...row, id, recorded: world.today, voided: null });
      const share = ({ id: other, cents }: Part) =>
        kind === 'payment' ? { from: id, to: other, cents } : { from: other, to: id, cents };
      allocate(world, pair, parts.map(share));
    },
  };
}

/** What of a payment or a credit note is left goes to invoices. */
export const apply: Kind = (world, roll) => {
  const pair = pickPair(roll, world);
  const isCredit = roll(2) === 0;
  const all = isCredit ? pair.credits : pair.payments;
  const free = all.filter((one) => leftOf(pair, one) > 0);
  const source = pickAny(roll, free.length > 0 && roll(8) > 0 ? free : all.slice(-10));
  if (!source) return null;
  const rooms = roomsOf(pair);
  const left = leftOf(pair, source);
  const asked = roll(2) === 0 ? some(roll, rooms) : undefined;
  const isOwn = (id: string) => 'invoiceId' in source && source.invoiceId === id;
  const turns = [...rooms.filter(({ id }) => isOwn(id)), ...rooms.filter(({ id }) => !isOwn(id))];
  const parts = asked ?? fill(turns, left);
  return {
    ...{ pair, client: pair.seller.client, method: 'POST' },
    path: `/api/v1/${isCredit ? 'credit-notes' : 'payments'}/${source.id}/allocations`,
    body: asked ? { allocations: toInvoices(asked) } : {},
    ...(asked && !fits(asked, rooms, left) && tooMuch),
    apply: () => {
      allocate(
        world,
        pair,
        parts.map(({ id, cents }) => ({ from: source.id, to: id, cents })),
      );
    },
  };
};

/** A check bounces: what it settled is open again, from that day on. */
export const bounce: Kind = (world, roll) => {
  const pair = pickPair(roll, world);
  const payment = pickAny(roll, pair.payments.slice(-12));
  if (!payment) return null;
  const active = pair.allocations.filter(
    (one) => one.reversed === null && (one.from === payment.id || one.to === payment.id),
  );
  const isRefunded =
    payment.kind === 'payment' &&
    active.some(({ to }) => pair.payments.some((one) => one.id === to && one.kind === 'refund'));
  return {
    ...{ pair, client: pair.seller.client, method: 'POST', path: `/api/v1/payments/${payment.id}/void` },
    body: { reason: 'It bounced' },
    ...(payment.voided !== null
      ? { error: 'INVALID_TRANSITION' }
      : isRefunded
        ? { error: 'CONFLICT', reasons: ['refunded'] }
        : {}),
    apply: () => {
      const { received, recorded } = payment;
      payment.voided = latest(world.today, received, recorded, ...active.map(({ made }) => made));
      for (const one of active) one.reversed = payment.voided;
    },
  };
};

let opened = 0;
/** What a buyer owed before its seller came on board; it may be due for long. */
export const open: Kind = async (world, roll) => {
  const pair = pickPair(roll, world);
  const { seller, buyer } = pair;
  const total = 1 + roll(30_000);
  const due = addDays(world.today, 40 - roll(160));
  const issued = latest(addDays(world.today, -200), addDays(due, -30 - roll(30)));
  if (issued > world.today) return null;
  opened += 1;
  const number = `OPEN-${opened}`;
  const [{ name = '' } = {}] = await world.ground.sql<{ name: string }[]>`
    select name from entities where id = ${buyer.id}`;
  const file = `customer,number,issued_on,due_on,amount\n"${name}",${number},${issued},${due},${dollars(total)}\n`;
  const { id: importId, counts } = await checkCsv(seller.client, 'opening_balances', file);
  expect(counts).toMatchObject({ create: 1, error: 0 });
  await applyImport(seller.client, importId);
  const [{ id = '' } = {}] = await world.ground.sql<{ id: string }[]>`
    select id from invoices where seller_id = ${seller.id} and number = ${number}`;
  const invoice: Invoice = {
    ...{ id, number, issued, due, total, document: null, stays: new Map(), discount: null, pending: 0 },
    isCredited: false,
  };
  pair.invoices.push(invoice);
  return { pair, client: seller.client, method: 'GET', path: `/api/v1/invoices/${id}` };
};

const back = (days: number) => {
  const moved = (day: string) => addDays(day, -days);
  return { moved, ofAny: (day: string | null) => (day === null ? null : moved(day)) };
};

/** Days pass: everything that happened lies further back. */
export const wait: Kind = async (world, roll) => {
  if (roll(3) > 0) return null;
  const days = 1 + roll(12);
  const { sql } = world.ground;
  await sql.begin(async (tx) => {
    await tx`update invoices set issued_on = issued_on - ${days}::int, due_on = due_on - ${days}::int`;
    await tx`update credit_notes set issued_on = issued_on - ${days}::int`;
    await tx`update payments set received_on = received_on - ${days}::int, recorded_on = recorded_on - ${days}::int,
      voided_on = voided_on - ${days}::int`;
    await tx`update allocations set made_on = made_on - ${days}::int, reversed_on = reversed_on - ${days}::int,
      source_on = source_on - ${days}::int, invoice_issued_on = invoice_issued_on - ${days}::int,
      invoice_due_on = invoice_due_on - ${days}::int`;
  });
  const { moved, ofAny } = back(days);
  for (const pair of world.pairs) {
    for (const one of pair.invoices) Object.assign(one, { issued: moved(one.issued), due: moved(one.due) });
    for (const one of pair.credits) one.issued = moved(one.issued);
    for (const one of pair.payments) {
      Object.assign(one, {
        ...{ received: moved(one.received), recorded: moved(one.recorded), voided: ofAny(one.voided) },
      });
    }
    for (const one of pair.allocations) {
      Object.assign(one, { made: moved(one.made), reversed: ofAny(one.reversed) });
    }
  }
  const pair = pickPair(roll, world);
  return { pair, client: pair.seller.client, method: 'GET', path: `/api/v1/customers/${pair.buyer.id}` };
};
