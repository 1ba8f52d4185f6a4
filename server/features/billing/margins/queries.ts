import type { z } from 'zod';
import { addDays, dateIn } from '../../../kernel/clock';
import { invalidRequest } from '../../../kernel/errors';
import { toDollars } from '../../../kernel/money';
import { NO_BRAND, NO_REPRESENTATIVE } from '../../../kernel/nameless';
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
  type Groups,
  type MarginGroup,
  type MarginSums,
  memberNames,
  productsNow,
  wholeMargins,
} from './queries.sql';
import type { MarginReport, MarginsQuery } from './schema';

/** Documents that are in memory at a time: a year may have any number that were credited. */
const PAGE = 200;

type Query = z.infer<typeof MarginsQuery>;
type Row = z.infer<typeof MarginReport>['data'][number];
type Figures = z.infer<typeof MarginReport>['totals'];

/**
 * What goods that a seller invoiced earned, by any one or two groups: credited units are in neither sum (decision 780). A line's cost is
 * that of its goods when they shipped, half up to the cent.
 * @throws AppError FORBIDDEN for who doesn't sell and for members who are limited to locations, INVALID_REQUEST
 */
export async function getMargins(
  { db, actor, allRows }: ReadContext & Pick<Context, 'allRows'>,
  query: Query,
): Promise<z.infer<typeof MarginReport>> {
  checkSeller(actor);
  rejectLimited(actor, 'Invoices count');
  const { group = 'product', then, sort = '-margin' } = query;
  if (then === group)
    throw invalidRequest([{ path: 'then', code: 'conflict', message: 'must not be `group`' }]);
  const groups: Groups = [group, then];
  const sellerId = actor.entity.id;
  const days = daysAsked(query, actor.entity.timezone);
  // An invoice that is credited meanwhile is in one of the sums, never in both.
  return summing(
    db,
    async (tx) => {
      const sums = await sumsOf(tx, sellerId, days, groups);
      const rows = [...sums.values()].sort(comparedBy(sort, then === 'day'));
      const asked = allRows ? { page: 1, limit: rows.length } : query;
      const shown = rows.slice((asked.page - 1) * asked.limit, asked.page * asked.limit);
      const first = await subjectsOf(
        tx,
        sellerId,
        group,
        shown.map(({ key }) => key),
      );
      const second =
        then &&
        (await subjectsOf(
          tx,
          sellerId,
          then,
          shown.map(({ beside }) => beside ?? ''),
        ));
      return {
        group,
        ...(then && { then }),
        period: days,
        totals: figures(rows.reduce(added, rows[0] ? { ...NOTHING, ...steps(rows[0]) } : NOTHING)),
        data: shown.map(
          (row): Row => ({
            ...first(row.key),
            ...(second && { second: second(row.beside ?? '') }),
            ...figures(row),
          }),
        ),
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
  groups: Groups,
): Promise<Map<string, MarginSums>> {
  const sums = new Map<string, MarginSums>();
  for (const row of await wholeMargins(db, sellerId, days, groups)) addTo(sums, row);
  for (let after: CreditedInvoice | null = null; ; ) {
    const found: CreditedInvoice[] = await creditedInvoices(db, sellerId, days, after, PAGE);
    const goods = await goodsOf(db, found, groups);
    for (const invoice of found) for (const row of whatStays(invoice, groups, goods)) addTo(sums, row);
    if (found.length < PAGE) return sums;
    after = found.at(-1) ?? null;
  }
}

type Goods = ReadonlyMap<string, { brand: string | null; category: string }>;

/** The products of invoices, where a group asks what they are now. */
async function goodsOf(db: Db, found: readonly CreditedInvoice[], groups: Groups): Promise<Goods> {
  if (!groups.includes('brand') && !groups.includes('category')) return new Map();
  const ids = new Set(found.flatMap(({ document }) => document.lines.map(({ product_id }) => product_id)));
  return new Map((await productsNow(db, [...ids])).map((product) => [product.id, product]));
}

type Subject = Pick<Row, 'id' | 'name'>;

/** What the subjects of a group are called, by key. */
async function subjectsOf(
  db: Db,
  sellerId: string,
  group: MarginGroup,
  keys: readonly string[],
): Promise<(key: string) => Subject> {
  if (group === 'brand' || group === 'category' || group === 'day')
    return (key) => ({ id: null, name: key || NO_BRAND });
  const ids = [...new Set(keys)].filter((key) => key !== '');
  const named = {
    product: () => productsNow(db, ids),
    customer: () => customerNames(db, sellerId, ids),
    representative: () => memberNames(db, sellerId, ids),
  }[group];
  const names = new Map((await named()).map(({ id, name }) => [id, name]));
  return (key) =>
    key === '' ? { id: null, name: NO_REPRESENTATIVE } : { id: key, name: names.get(key) ?? key };
}

const NOTHING: MarginSums = {
  key: '',
  beside: null,
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
  const pair = `${row.key}\0${row.beside ?? ''}`;
  const present = sums.get(pair);
  sums.set(pair, present ? added(present, row) : row);
}

/** The lines of an invoice with what stays of them. */
function whatStays(
  { document, remaining, costs, ...invoice }: CreditedInvoice,
  [group, then]: Groups,
  goods: Goods,
): MarginSums[] {
  const totals = documentAfter(document, remaining);
  const left = new Map(remaining.lines.map((line) => [line.item_id, line.quantity]));
  return document.lines.map((line, n) => {
    const product = goods.get(line.product_id);
    const keys: Record<MarginGroup, string> = {
      brand: product?.brand ?? '',
      category: product?.category ?? '',
      representative: invoice.representative_id ?? '',
      product: line.product_id,
      customer: invoice.buyer_id,
      day: invoice.issued_on,
    };
    const quantity = left.get(line.item_id) ?? line.quantity;
    const { totalCents = 0, discountShareCents = 0 } = totals.lines[n] ?? {};
    const cost = costs[line.item_id];
    return {
      key: keys[group],
      beside: then ? keys[then] : null,
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
  const { key: _, beside: __, units, sales_cents, cost_cents, uncosted, ...goods } = sums;
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
function comparedBy(sort: string, isByDay: boolean) {
  const direction = sort.startsWith('-') ? -1 : 1;
  const of: Record<string, (row: MarginSums) => number | string | null> = {
    margin: marginOf,
    sales: (row) => row.sales_cents,
    cost: (row) => row.cost_cents,
    day: (row) => (isByDay ? row.beside : row.key),
  };
  const value = of[sort.replace('-', '')] ?? marginOf;
  return (one: MarginSums, other: MarginSums): number => {
    const [a, b] = [value(one), value(other)];
    if (a !== b) {
      if (a === null || b === null) return a === null ? 1 : -1;
      return (a < b ? -1 : 1) * direction;
    }
    const [first, second] = [one, other].map(({ key, beside }) => `${key}\0${beside ?? ''}`);
    return (first ?? '') < (second ?? '') ? -1 : 1;
  };
}
