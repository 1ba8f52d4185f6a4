import type { z } from 'zod';
import { addDays, dateIn } from '../../../kernel/clock';
import { invalidRequest } from '../../../kernel/errors';
import { toDollars } from '../../../kernel/money';
import { checkSeller } from '../../../kernel/sides';
import { amountAlike, EACH, stepsAlike } from '../../../kernel/weights';
import type { ReadContext } from '../../../operation/context';
import { rejectLimited } from '../../../operation/limited';
import { pageOf } from '../../../platform/db/listing';
import { documentAfter } from '../credits/difference';
import {
  type CreditedInvoice,
  creditedInvoices,
  type Days,
  type MarginSums,
  wholeMargins,
} from './queries.sql';
import { MAX_DAYS, type MarginReport, type MarginsQuery } from './schema';

/** Documents that are in memory at a time: a year may have any number that were credited. */
const PAGE = 200;

type Query = z.infer<typeof MarginsQuery>;
type Row = z.infer<typeof MarginReport>['data'][number];
type Group = NonNullable<Query['group']>;

/**
 * What goods that a seller invoiced earned, by product, customer or day: credited units are in neither sum (T59). A line's cost is
 * that of its goods when they shipped, half up to the cent.
 * @throws AppError FORBIDDEN for who doesn't sell and for members who are limited to locations, INVALID_REQUEST
 */
export async function getMargins(
  { db, actor }: ReadContext,
  query: Query,
): Promise<z.infer<typeof MarginReport>> {
  checkSeller(actor);
  rejectLimited(actor, 'Invoices count');
  const { group = 'product', sort = '-margin', page, limit } = query;
  const days = daysOf(query, actor.entity.timezone);
  const sums = new Map<string, MarginSums>();
  for (const row of await wholeMargins(db, actor.entity.id, days, group)) addTo(sums, row);
  for (let after: string | null = null; ; ) {
    const page: CreditedInvoice[] = await creditedInvoices(db, actor.entity.id, days, after, PAGE);
    for (const invoice of page) for (const row of whatStays(invoice, group)) addTo(sums, row);
    if (page.length < PAGE) break;
    after = page.at(-1)?.id ?? null;
  }
  const rows = [...sums.values()].sort(comparedBy(sort));
  const total = rows.reduce(added, rows[0] ? { ...NOTHING, ...steps(rows[0]) } : NOTHING);
  const { id: _, name: __, ...totals } = published(total);
  return {
    group,
    period: days,
    totals,
    data: rows.slice((page - 1) * limit, page * limit).map(published),
    pagination: pageOf(query, rows.length),
  };
}

function daysOf({ start_date, end_date }: Query, timezone: string): Days {
  const end = end_date ?? dateIn(timezone);
  const start = start_date ?? addDays(end, -29);
  if (end < start) {
    throw invalidRequest([
      { path: 'end_date', code: 'range_upside_down', message: 'must not be before start_date' },
    ]);
  }
  if (addDays(start, MAX_DAYS - 1) < end) {
    throw invalidRequest([
      {
        path: 'end_date',
        code: 'value_too_large',
        message: `must be at most ${MAX_DAYS} days after start_date`,
      },
    ]);
  }
  return { start, end };
}

const keyOf = ({ id, name }: MarginSums) => id ?? name;

const NOTHING: MarginSums = {
  id: null,
  name: '',
  units: 0,
  sales_cents: 0,
  cost_cents: 0,
  uncosted: 0,
  alike: true,
  unit: null,
  step: null,
};

const steps = ({ alike, unit, step }: MarginSums) => ({ alike, unit, step });

const added = (one: MarginSums, other: MarginSums): MarginSums => ({
  ...one,
  alike: one.alike && other.alike && one.unit === other.unit && one.step === other.step,
  units: one.units + other.units,
  sales_cents: one.sales_cents + other.sales_cents,
  cost_cents: one.cost_cents + other.cost_cents,
  uncosted: one.uncosted + other.uncosted,
});

function addTo(sums: Map<string, MarginSums>, row: MarginSums): void {
  const present = sums.get(keyOf(row));
  sums.set(keyOf(row), present ? added(present, row) : row);
}

/** The lines of an invoice with what stays of them. */
function whatStays({ document, remaining, costs, ...invoice }: CreditedInvoice, group: Group): MarginSums[] {
  const totals = documentAfter(document, remaining);
  const left = new Map(remaining.lines.map((line) => [line.item_id, line.quantity]));
  return document.lines.map((line, n) => {
    const quantity = left.get(line.item_id) ?? line.quantity;
    const { totalCents = 0, discountShareCents = 0 } = totals.lines[n] ?? {};
    const cost = costs[line.item_id];
    const keys = {
      product: { id: line.product_id, name: line.product_name },
      customer: { id: invoice.buyer_id, name: invoice.buyer_name },
      day: { id: null, name: invoice.issued_on },
    };
    return {
      ...keys[group],
      units: quantity,
      sales_cents: totalCents - discountShareCents,
      cost_cents: cost === undefined ? 0 : costCents(quantity, line.step, cost),
      uncosted: cost === undefined ? quantity : 0,
      alike: true,
      unit: line.unit,
      step: line.step === null ? null : line.step / EACH,
    };
  });
}

/** @param cost in dollars with four decimals, per unit */
function costCents(quantity: number, step: number | null, cost: number): number {
  const exact = BigInt(quantity) * BigInt(step ?? 10_000) * BigInt(Math.round(cost * 10_000));
  return Number((exact + 500_000n) / 1_000_000n);
}

function published({ id, name, units, sales_cents, cost_cents, uncosted, ...goods }: MarginSums): Row {
  // Part of the cost would show a margin that was never made.
  const margin = uncosted > 0 ? null : sales_cents - cost_cents;
  return {
    id,
    name,
    units,
    ...stepsAlike(goods),
    amount: amountAlike(units, goods),
    sales: toDollars(sales_cents),
    cost: toDollars(cost_cents),
    margin: margin === null ? null : toDollars(margin),
    margin_percent:
      margin === null || sales_cents === 0 ? null : Math.round((margin / sales_cents) * 10_000) / 100,
    uncosted_units: uncosted,
    uncosted_amount: amountAlike(uncosted, goods),
  };
}

function comparedBy(sort: string) {
  const direction = sort.startsWith('-') ? -1 : 1;
  const of: Record<string, (row: MarginSums) => number | string> = {
    margin: (row) => row.sales_cents - row.cost_cents,
    sales: (row) => row.sales_cents,
    cost: (row) => row.cost_cents,
    day: (row) => row.name,
  };
  const value = of[sort.replace('-', '')] ?? of.margin;
  return (one: MarginSums, other: MarginSums): number => {
    const [a, b] = [value?.(one) ?? 0, value?.(other) ?? 0];
    if (a !== b) return (a < b ? -1 : 1) * direction;
    return keyOf(one) < keyOf(other) ? -1 : 1;
  };
}
