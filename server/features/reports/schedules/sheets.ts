import type { z } from 'zod';
import type { Actor } from '../../../kernel/actor';
import { dateIn } from '../../../kernel/clock';
import { type FieldError, invalidRequest, isAppError, lacking } from '../../../kernel/errors';
import { fieldErrors } from '../../../kernel/field-errors';
import { dollarText } from '../../../kernel/money';
import { daysOf } from '../../../kernel/ranges';
import { countsUnits } from '../../../kernel/weights';
import type { ReadContext } from '../../../operation/context';
import type { PrintedSheet } from '../../orders/documents/schema';
import type { OrderSide } from '../../orders/shapes/flow.schema';
import { getOverview } from '../../overview/queries';
import { PeriodQuery } from '../../overview/schema';
import { getBatchAges } from '../batch-ages/queries';
import { BatchAgesQuery } from '../batch-ages/schema';
import { checkSales, getSalesReport, getSalesTrend } from '../sales/queries';
import { SalesQuery, TrendQuery } from '../sales/schema';
import { getSellThrough } from '../sell-through/queries';
import { SellThroughQuery } from '../sell-through/schema';
import { getStockReport } from '../stock/queries';
import { READS_REPORT, type ReportName } from './schema';

/** Rows of a mailed report: what doesn't fit is on the page and in its CSV. */
const ROWS = 100;
const UNKNOWN = '—';

const number = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 });
const date = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });
const left = (label: string, width: number) => ({ label, align: 'left' as const, width });
const right = (label: string, width: number) => ({ label, align: 'right' as const, width });
const shown = (value: number | null, text: (value: number) => string) =>
  value === null ? UNKNOWN : text(value);
const amounts = new Intl.NumberFormat('en-US', { maximumFractionDigits: 4 });
/** Units of a row, or what they weigh; unknown where jars and pounds count together. */
const unitsOf = (amount: number | null, unit: string | null) =>
  shown(amount, (known) => (unit ? `${amounts.format(known)} ${unit}` : number.format(known)));
/** Sums of stock by step. */
const partsOf = (parts: ReadonlyArray<{ amount: number; unit: string | null }>) =>
  parts.map(({ amount, unit }) => unitsOf(amount, unit)).join(' + ') || '0';
/** Whether rows of a group know how their goods are sold. */
const knowsGoods = (by: string) => by === 'product' || by === 'variant';
/** Whether other sums of sales count units. */
const hasUnits = async (ctx: ReadContext, side: OrderSide) =>
  countsUnits(await getOverview(ctx, { days: 30, side }));
const UNITS = [right('Units', 14)];
const day = (text: string) => date.format(new Date(`${text}T00:00:00Z`));
const between = ({ start, end }: { start: string; end: string }) =>
  start === end ? day(start) : `${day(start)} to ${day(end)}`;

type Contents = Pick<PrintedSheet, 'title' | 'columns' | 'rows' | 'totals'> & {
  period: string;
  /** Rows that there are; those beyond the first ones are left out. */
  total?: number;
};
interface Mailed<I extends z.ZodObject> {
  input: I;
  /** @throws AppError INVALID_REQUEST for what the schema can't say */
  check?: (actor: Actor, input: z.output<I>) => void;
  contents: (ctx: ReadContext, input: z.output<I>) => Promise<Contents>;
}
const mailed = <I extends z.ZodObject>(declared: Mailed<I>) => declared;

const comparison = (
  compared: { start: string; end: string } | null,
  totals: { value: number; previous_value: number | null },
) => [
  ...(compared
    ? [{ label: `Before (${between(compared)})`, value: shown(totals.previous_value, dollarText) }]
    : []),
  { label: 'Total before tax', value: dollarText(totals.value) },
];

const MAILED = {
  sales: mailed({
    input: SalesQuery,
    check: checkSales,
    async contents(ctx, input) {
      const report = await getSalesReport(ctx, { ...input, page: 1, limit: ROWS });
      const { side, by, period, compared_with, totals, data, pagination } = report;
      const saysUnits = knowsGoods(by) || (await hasUnits(ctx, side));
      return {
        title: `${side === 'selling' ? 'Sales' : 'Purchases'} by ${by}`,
        period: between(period),
        columns: [
          left(`${by.charAt(0).toUpperCase()}${by.slice(1)}`, 46),
          ...(saysUnits ? UNITS : []),
          right('Value', 20),
          ...(compared_with ? [right('Before', 20)] : []),
        ],
        rows: data.map((row) => [
          row.sku ? `${row.name} (${row.sku})` : row.name,
          ...(saysUnits ? [unitsOf(knowsGoods(by) ? row.amount : row.units, row.unit)] : []),
          dollarText(row.value),
          ...(compared_with ? [shown(row.previous_value, dollarText)] : []),
        ]),
        totals: comparison(compared_with, totals),
        total: pagination.total,
      };
    },
  }),
  'sales/trend': mailed({
    input: TrendQuery,
    check: checkSales,
    async contents(ctx, input) {
      const { side, period, compared_with, step, points } = await getSalesTrend(ctx, input);
      const saysUnits = await hasUnits(ctx, side);
      const sum = (of: (point: (typeof points)[number]) => number) =>
        points.reduce((cents, point) => cents + Math.round(100 * of(point)), 0) / 100;
      return {
        title: `${side === 'selling' ? 'Sales' : 'Purchases'} by ${step}`,
        period: between(period),
        columns: [
          left(step === 'day' ? 'Day' : 'Month of', 46),
          ...(saysUnits ? UNITS : []),
          right('Value', 20),
          ...(compared_with ? [right('Before', 20)] : []),
        ],
        rows: points.map((point) => [
          day(point.start),
          ...(saysUnits ? [number.format(point.units)] : []),
          dollarText(point.value),
          ...(compared_with ? [shown(point.previous_value, dollarText)] : []),
        ]),
        totals: comparison(compared_with, {
          value: sum(({ value }) => value),
          previous_value: sum(({ previous_value }) => previous_value ?? 0),
        }),
      };
    },
  }),
  'sell-through': mailed({
    input: SellThroughQuery,
    check: ({ entity }, input) => void daysOf(input, entity.timezone),
    async contents(ctx, input) {
      const { period, by, data, pagination } = await getSellThrough(ctx, { ...input, page: 1, limit: ROWS });
      const saysCounts = !knowsGoods(by) && (await hasUnits(ctx, 'selling'));
      return {
        title: `Sell-through by ${by}`,
        period: between(period),
        columns: [
          left(`${by.charAt(0).toUpperCase()}${by.slice(1)}`, 44),
          right('Sold', 12),
          right('On hand', 12),
          right('Sell-through', 16),
          right('Days of supply', 16),
        ],
        rows: data.map((row) => [
          row.sku ? `${row.name} (${row.sku})` : row.name,
          unitsOf(saysCounts ? row.sold_units : row.sold_amount, row.unit),
          unitsOf(saysCounts ? row.on_hand : row.on_hand_amount, row.unit),
          row.sell_through === null ? UNKNOWN : `${number.format(row.sell_through)}%`,
          shown(row.days_of_supply, number.format),
        ]),
        totals: [],
        total: pagination.total,
      };
    },
  }),
  'batch-ages': mailed({
    input: BatchAgesQuery,
    async contents(ctx) {
      const { ages } = await getBatchAges(ctx);
      return {
        title: 'Batches by age',
        period: day(dateIn(ctx.actor.entity.timezone)),
        columns: [left('Age', 40), right('Batches', 20), right('Units', 20), right('Value at cost', 20)],
        rows: ages.map(({ from_days, to_days, batches, amount, unit, value }) => [
          to_days === null ? `Over ${from_days - 1} days` : `${from_days}–${to_days} days`,
          number.format(batches),
          unitsOf(amount, unit),
          dollarText(value),
        ]),
        totals: [],
      };
    },
  }),
  stock: mailed({
    input: PeriodQuery,
    async contents(ctx, input) {
      const { period, locations, total } = await getStockReport(ctx, input);
      return {
        title: 'Stock by location',
        period: between(period),
        columns: [
          left('Location', 40),
          right('Stock', 15),
          right('Value at cost', 20),
          right('Sold at cost', 20),
          right('Days on hand', 15),
        ],
        rows: locations
          .slice(0, ROWS)
          .map((row) => [
            row.location_name,
            partsOf(row.amounts),
            dollarText(row.value),
            dollarText(row.sold_value),
            shown(row.days_on_hand, number.format),
          ]),
        totals: [{ label: 'Value at cost', value: dollarText(total.value) }],
        total: locations.length,
      };
    },
  }),
};

/** What a schedule decides itself. */
const OWN = ['page', 'limit', 'format'];

/**
 * Reads the query string of a report, for a member of the business.
 * @throws AppError INVALID_REQUEST at `query.` and the parameter
 */
function inputOf(actor: Actor, report: ReportName, query: string): Record<string, unknown> {
  const { input, check } = MAILED[report] as Mailed<z.ZodObject>;
  const given = [...new URLSearchParams(query)].filter(([, value]) => value !== '');
  const names = given.map(([name]) => name);
  for (const [place, path] of names.entries()) {
    if (OWN.includes(path)) throw rejected([{ path, code: 'unknown_key', message: 'is not a known field' }]);
    if (names.indexOf(path) < place)
      throw rejected([{ path, code: 'repeated', message: 'must be sent once' }]);
  }
  const values = Object.fromEntries(
    given.map(([name, value]) => [name, name === 'days' && /^\d+$/.test(value) ? Number(value) : value]),
  );
  const { data, error } = input.safeParse(values);
  if (error) throw rejected(fieldErrors(error.issues, values));
  try {
    check?.(actor, data);
  } catch (invalid) {
    throw isAppError(invalid) && invalid.details.errors
      ? rejected(invalid.details.errors as FieldError[])
      : invalid;
  }
  return data;
}

const rejected = (errors: FieldError[]) =>
  invalidRequest(errors.map((error) => ({ ...error, path: `query.${error.path}` })));

/** @throws AppError FORBIDDEN to a key or member without the right to a report, and as `inputOf` */
export function checkReport(actor: Actor, report: ReportName, query: string): void {
  const permission = READS_REPORT[report];
  if (!actor.permissions.includes(permission)) throw lacking(permission);
  inputOf(actor, report, query);
}

/** What a report says to a member now, as a document; null without the right to it. @throws AppError as the report */
export async function sheetFor(
  ctx: ReadContext,
  report: ReportName,
  query: string,
): Promise<PrintedSheet | null> {
  const { contents } = MAILED[report] as Mailed<z.ZodObject>;
  const permission = READS_REPORT[report];
  const { actor } = ctx;
  if (!actor.permissions.includes(permission)) return null;
  const { period, total = 0, ...table } = await contents(ctx, inputOf(actor, report, query));
  const isOfLocations = permission === 'read:inventory' && actor.locationIds !== null;
  const beyond = total - table.rows.length;
  const notes = [
    ...(table.rows.length === 0 ? ['Nothing in this period.'] : []),
    ...(beyond > 0
      ? [
          `${number.format(beyond)} more ${beyond === 1 ? 'row is' : 'rows are'} on the Reports page and in its CSV.`,
        ]
      : []),
  ];
  return {
    ...table,
    number: period,
    logo_url: null,
    parties: [{ role: 'Business', name: actor.entity.name, lines: [] }],
    facts: [
      { label: 'Prepared for', value: actor.name },
      ...(isOfLocations ? [{ label: 'Covers', value: 'Your locations' }] : []),
    ],
    categories: [],
    notes: notes.join('\n') || null,
    signatures: [],
  };
}
