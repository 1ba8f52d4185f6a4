import type { z } from 'zod';
import { addDays, dateIn } from '../../../kernel/clock';
import { toDollars } from '../../../kernel/money';
import { type Days, daysOf } from '../../../kernel/ranges';
import { checkSeller } from '../../../kernel/sides';
import { amountAlike, EACH, stepsAlike } from '../../../kernel/weights';
import type { Context, ReadContext } from '../../../operation/context';
import { rejectLimited } from '../../../operation/limited';
import type { Db } from '../../../platform/db/client';
import { pageOf } from '../../../platform/db/listing';
import { summing } from '../../../platform/db/summing.sql';
import { documentAfter } from '../credits/difference';
import {
  type CreditedInvoice,
  creditedInvoices,
  customerNames,
  type MarginGroup,
  type MarginSums,
  productNames,
  wholeMargins,
} from './queries.sql';
import type { MarginReport, MarginsQuery } from './schema';

/** Documents that are in memory at a time: a year may have any number that were credited. */
const PAGE = 200;

type Query = z.infer<typeof MarginsQuery>;
type Row = z.infer<typeof MarginReport>['data'][number];
type Figures = z.infer<typeof MarginReport>['totals'];

/**
 * What goods that a seller invoiced earned, by product, customer or day: credited units are in neither sum (decision 780). A line's cost is
 * that of its goods when they shipped, half up to the cent.
 * @throws AppError FORBIDDEN for who doesn't sell and for members who are limited to locations, INVALID_REQUEST
 */
export async function getMargins(
  { db, actor, allRows }: ReadContext & Pick<Context, 'allRows'>,
  query: Query,
): Promise<z.infer<typeof MarginReport>> {
  checkSeller(actor);
  rejectLimited(actor, 'Invoices count');
  const { group = 'product', sort = '-margin' } = query;
  const sellerId = actor.entity.id;
  const days = daysAsked(query, actor.entity.timezone);
  // An invoice that is credited meanwhile is in one of the sums, never in both.
  return summing(
    db,
    async (tx) => {
      const sums = await sumsOf(tx, sellerId, days, group);
      const rows = [...sums.values()].sort(comparedBy(sort));
      const asked = allRows ? { page: 1, limit: rows.length } : query;
      const shown = rows.slice((asked.page - 1) * asked.limit, asked.page * asked.limit);
      const names = await nameOf(tx, sellerId, group, shown);
      return {
        group,
        period: days,
        totals: figures(rows.reduce(added, rows[0] ? { ...NOTHING, ...steps(rows[0]) } : NOTHING)),
        data: shown.map((row): Row => {
          const id = group === 'day' ? null : row.key;
          return { id, name: names.get(row.key) ?? row.key, ...figures(row) };
        }),
        pagination: pageOf(asked, rows.length),
      };
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
}

/** The days that are asked for: a range by its name, else up to 30 days until the last one. */
function daysAsked({ range, start_date, end_date }: Query, timezone: string): Days {
  if (range) return daysOf({ range, start_date, end_date }, timezone);
  const end = end_date ?? dateIn(timezone);
  return daysOf({ range: 'custom', start_date: start_date ?? addDays(end, -29), end_date: end }, timezone);
}

async function sumsOf(
  db: Db,
  sellerId: string,
  days: Days,
  group: MarginGroup,
): Promise<Map<string, MarginSums>> {
  const sums = new Map<string, MarginSums>();
  for (const row of await wholeMargins(db, sellerId, days, group)) addTo(sums, row);
  for (let after: CreditedInvoice | null = null; ; ) {
    const found: CreditedInvoice[] = await creditedInvoices(db, sellerId, days, after, PAGE);
    for (const invoice of found) for (const row of whatStays(invoice, group)) addTo(sums, row);
    if (found.length < PAGE) return sums;
    after = found.at(-1) ?? null;
  }
}

async function nameOf(
  db: Db,
  sellerId: string,
  group: MarginGroup,
  rows: readonly MarginSums[],
): Promise<Map<string, string>> {
  if (group === 'day') return new Map();
  const ids = rows.map(({ key }) => key);
  const named = group === 'product' ? productNames(db, ids) : customerNames(db, sellerId, ids);
  return new Map((await named).map(({ id, name }) => [id, name]));
}

const NOTHING: MarginSums = {
  key: '',
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
  const present = sums.get(row.key);
  sums.set(row.key, present ? added(present, row) : row);
}

/** The lines of an invoice with what stays of them. */
function whatStays(
  { document, remaining, costs, buyer_id, issued_on }: CreditedInvoice,
  group: MarginGroup,
): MarginSums[] {
  const totals = documentAfter(document, remaining);
  const left = new Map(remaining.lines.map((line) => [line.item_id, line.quantity]));
  return document.lines.map((line, n) => {
    const quantity = left.get(line.item_id) ?? line.quantity;
    const { totalCents = 0, discountShareCents = 0 } = totals.lines[n] ?? {};
    const cost = costs[line.item_id];
    return {
      key: { product: line.product_id, customer: buyer_id, day: issued_on }[group],
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

/** In cents. Part of the cost would show a margin that was never made. */
const marginOf = ({ uncosted, sales_cents, cost_cents }: MarginSums): number | null =>
  uncosted > 0 ? null : sales_cents - cost_cents;

function figures(sums: MarginSums): Figures {
  const { key: _, units, sales_cents, cost_cents, uncosted, ...goods } = sums;
  const margin = marginOf(sums);
  return {
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

/** Compares rows by a published sort; those without a margin come last by it, and ties go by key. */
function comparedBy(sort: string) {
  const direction = sort.startsWith('-') ? -1 : 1;
  const of: Record<string, (row: MarginSums) => number | string | null> = {
    margin: marginOf,
    sales: (row) => row.sales_cents,
    cost: (row) => row.cost_cents,
    day: (row) => row.key,
  };
  const value = of[sort.replace('-', '')] ?? marginOf;
  return (one: MarginSums, other: MarginSums): number => {
    const [a, b] = [value(one), value(other)];
    if (a !== b) {
      if (a === null || b === null) return a === null ? 1 : -1;
      return (a < b ? -1 : 1) * direction;
    }
    return one.key < other.key ? -1 : 1;
  };
}
