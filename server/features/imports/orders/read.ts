import { z } from 'zod';
import { MAX_PRICE_CENTS, MAX_TOTAL_CENTS } from '../../../kernel/money';
import { PACKING } from '../../../kernel/order-statuses';
import type { ExternalId } from '../../entities/external-ids/schema';
import { CellReader } from '../lines/cell-reader';
import type { LineError } from '../lines/codes';
import { externalOf } from '../lines/external-id';
import type { LineSource, MappedLine } from '../lines/line';

/** Statuses in which orders can be entered. */
export const OPEN_STATUSES = ['pending', 'accepted', PACKING] as const;
const MAX_UNITS = 1_000_000;

/** The lines of an order, as its cell `items` has them. */
export const OrderItems = z
  .array(
    z.object({
      product_id: z.string().max(128).optional(),
      sku: z.string().max(100).optional(),
      quantity: z.union([z.number(), z.string().max(40)]),
      /** In dollars. */
      price: z.union([z.number(), z.string().max(40)]).nullish(),
      sample: z.boolean().optional(),
    }),
  )
  .min(1)
  .max(200);

export interface OrderLine {
  sku: string | undefined;
  product_id: string | undefined;
  quantity: number;
  /** In cents; undefined for the buyer's own price. */
  price: number | undefined;
  sample: boolean;
}

/** An open order as its line has it. Money in cents. */
export interface OrderEntry {
  number: string | undefined;
  customer: string | undefined;
  customer_id: string | undefined;
  status: (typeof OPEN_STATUSES)[number];
  items: OrderLine[];
  discount: number | undefined;
  freight: number | undefined;
  total: number | undefined;
  delivery_date: string | undefined;
  purchase_order: string | undefined;
  notes: string | undefined;
  comment: string | undefined;
  external_id: ExternalId | undefined;
}

export interface ReadOrder {
  line: number;
  errors: LineError[];
  customerName: string | null;
  note: string | null;
  /** Absent where a cell is wrong. */
  entry: OrderEntry | undefined;
  /** The line that has the order of this one. */
  partOf?: number | undefined;
  source?: LineSource;
}

export function readOrder(line: MappedLine): ReadOrder {
  const reader = new CellReader(line);
  const { errors } = reader;
  const customerName = (line.values.customer ?? line.values.customer_id)?.slice(0, 200) ?? null;
  const read = { line: line.line, errors, customerName };
  if (line.fault !== null) {
    reader.fail('', 'unreadable', line.fault);
    return { ...read, note: null, entry: undefined };
  }
  // Nothing of an order that is over is read.
  if (line.source?.closed) return { ...read, note: null, entry: undefined };
  if (line.partOf !== undefined) return { ...read, note: null, entry: undefined, partOf: line.partOf };
  const { customer, customer_id } = line.values;
  if (customer === undefined && customer_id === undefined) reader.fail('customer', 'required', 'is missing');
  const entry: OrderEntry = {
    number: reader.text('number', 128),
    customer: reader.text('customer', 200),
    customer_id: reader.text('customer_id', 128),
    status: reader.word('status', OPEN_STATUSES, OTHER_WORDS) ?? 'accepted',
    items: itemsOf(reader, line),
    discount: reader.cents('discount', MAX_TOTAL_CENTS),
    freight: reader.cents('freight', MAX_TOTAL_CENTS),
    total: reader.cents('total', MAX_TOTAL_CENTS),
    delivery_date: reader.date('delivery_date'),
    purchase_order: reader.text('purchase_order', 64),
    notes: reader.text('notes', 1000),
    comment: line.values.comment === undefined ? undefined : reader.text('comment', 2000),
    external_id: externalOf(reader),
  };
  return { ...read, note: reader.note, entry: errors.length > 0 ? undefined : entry };
}

const OTHER_WORDS = {
  submitted: 'pending',
  backorder: 'pending',
  fulfilled: PACKING,
  open: 'accepted',
} as const;

function itemsOf(reader: CellReader, { values }: MappedLine): OrderLine[] {
  const given =
    values.items === undefined ? [{ ...one(values), quantity: values.quantity ?? '' }] : parsed(values.items);
  const { data } = OrderItems.safeParse(given);
  if (!data) {
    reader.fail('items', 'invalid_format', 'must be lines with a product, quantity and price');
    return [];
  }
  return data.map(({ sku, product_id, quantity, price, sample = false }) => {
    const units = Number(quantity === '' ? Number.NaN : quantity);
    if (!Number.isInteger(units) || units < 1 || units > MAX_UNITS) {
      const isPart = Number.isFinite(units) && !Number.isInteger(units);
      reader.fail(
        'quantity',
        isPart ? 'fractional_quantity' : 'invalid_number',
        'must be whole units of each line',
      );
    }
    if (sku === undefined && product_id === undefined) reader.fail('sku', 'required', 'is missing in a line');
    return { sku, product_id, quantity: units, sample, price: sample ? 0 : centsOf(reader, price) };
  });
}

const one = ({ sku, product_id, price }: MappedLine['values']) => ({ sku, product_id, price });

function centsOf(reader: CellReader, price: string | number | null | undefined): number | undefined {
  if (price === null || price === undefined || price === '') return undefined;
  const cents = Number(String(price).replaceAll(/[$,\s]/g, '')) * 100;
  if (Math.abs(cents - Math.round(cents)) < 1e-6 && cents >= 0 && cents <= MAX_PRICE_CENTS)
    return Math.round(cents);
  reader.fail(
    'price',
    'invalid_number',
    'must be an amount in dollars with at most two decimals in each line',
  );
  return undefined;
}

function parsed(cell: string): unknown {
  try {
    return JSON.parse(cell);
  } catch {
    return null;
  }
}
