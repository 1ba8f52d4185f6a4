import { MAX_PRICE_CENTS } from '../../../kernel/money';
import type { ExternalId } from '../../entities/external-ids/schema';
import { CellReader } from '../lines/cell-reader';
import type { LineError } from '../lines/codes';
import { externalOf } from '../lines/external-id';
import type { LineSource, MappedLine } from '../lines/line';

/** A price of a list, a list's discount, or a customer that has the list. */
export interface PriceEntry {
  /** Without one, the list is the customer's own. */
  price_list: string | undefined;
  discount_bps: number | undefined;
  customer: string | undefined;
  customer_id: string | undefined;
  sku: string | undefined;
  product_id: string | undefined;
  /** In cents. */
  price: number | undefined;
  /** In units, or in the unit of goods by weight. */
  min_quantity: number | undefined;
  external_id: ExternalId | undefined;
}

export interface ReadPrice {
  line: number;
  errors: LineError[];
  sku: string | null;
  customerName: string | null;
  note: string | null;
  entry: PriceEntry | undefined;
  source?: LineSource;
}

export function readPrice(line: MappedLine): ReadPrice {
  const reader = new CellReader(line);
  const { errors } = reader;
  const { sku, product_id, customer, customer_id, price_list, discount_bps } = line.values;
  const read = {
    ...{ line: line.line, errors, sku: sku?.slice(0, 100) ?? null },
    customerName: customer?.slice(0, 200) ?? null,
  };
  if (line.fault !== null) {
    reader.fail('', 'unreadable', line.fault);
    return { ...read, note: null, entry: undefined };
  }
  const isPrice = (sku ?? product_id) !== undefined;
  if ((price_list ?? customer ?? customer_id) === undefined)
    reader.fail('price_list', 'required', 'is missing');
  if (isPrice && line.values.price === undefined) reader.fail('price', 'required', 'is missing');
  if (!isPrice && (discount_bps ?? customer ?? customer_id) === undefined)
    reader.fail('sku', 'required', 'is missing');
  const entry: PriceEntry = {
    price_list: reader.text('price_list', 100),
    discount_bps: reader.whole('discount_bps', 0, 10_000),
    customer: reader.text('customer', 200),
    customer_id: reader.text('customer_id', 128),
    sku: reader.text('sku', 100),
    product_id: reader.text('product_id', 128),
    price: reader.cents('price', MAX_PRICE_CENTS),
    min_quantity: reader.decimal('min_quantity', 0.0001, 1_000_000_000),
    external_id: externalOf(reader),
  };
  return { ...read, note: reader.note, entry: errors.length > 0 ? undefined : entry };
}
