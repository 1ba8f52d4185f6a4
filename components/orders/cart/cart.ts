import { type Ladder, priceAt } from '@/components/catalog/pricing/ladder';
import { lineCents, type Priced } from '@/components/catalog/pricing/line-total';
import type { Offer } from '@/components/orders/types';
import type { Stepped } from '@/components/ui/format';

/** Units of one line that an order takes. */
const MAX_UNITS = 1_000_000;

/** A line as it looked when it was put in; the cart page compares it with what the supplier says now. */
export type CartLine = {
  product_id: string;
  variant_id: string;
  product_name: string;
  /** Unknown of a line that came from an earlier order. */
  variant_name: string | null;
  sku: string;
  /** For the quantity, in the ladder. */
  unit_price: number;
  quantity: number;
  /** Unknown of a line that came from an earlier order, or from a browser's old cart. */
  price_ladder?: Ladder;
  case_size?: number;
  /** The store that it is for; absent or null for that of the cart. */
  location_id?: string | null;
} & Stepped;

/** What a seller decides about a line that it enters; of a buyer's own lines all are absent. */
export type LineTerms = {
  /** Dollars for one unit, in place of the ladder's. */
  manual_price?: number;
  discount_bps?: number;
  sample?: boolean;
};

/** What tells the lines of one order apart: a variant and its samples. */
export const lineKey = ({
  variant_id,
  sample,
}: { variant_id: string } & Pick<LineTerms, 'sample'>): string =>
  sample ? `${variant_id} sample` : variant_id;

/** What tells the lines of one cart apart: a variant and its store. The variant's id alone for the cart's store. */
export const cartKey = ({ variant_id, location_id }: Pick<CartLine, 'variant_id' | 'location_id'>): string =>
  location_id ? `${variant_id} ${location_id}` : variant_id;

/** A line as an order, a draft and a quote take it. */
export const itemOf = ({
  product_id,
  variant_id,
  quantity,
  manual_price,
  discount_bps,
  sample,
}: Pick<CartLine, 'product_id' | 'variant_id' | 'quantity'> & LineTerms) => ({
  ...{ product_id, variant_id, quantity },
  ...(manual_price !== undefined && { unit_price: manual_price }),
  ...(discount_bps && { discount_bps }),
  ...(sample && { sample }),
});

type Offered = Pick<
  Offer,
  | 'product_id'
  | 'variant_id'
  | 'product_name'
  | 'variant_name'
  | 'sku'
  | 'wholesale_price'
  | 'price_ladder'
  | 'case_size'
  | 'unit'
  | 'step'
>;

export type SupplierCart = {
  supplier: { id: string; name: string };
  /** Of the server; absent for what it doesn't have yet. */
  version?: string;
  lines: CartLine[];
  delivery_date: string | null;
  window_from: string;
  window_to: string;
  location_id: string | null;
  notes: string;
  po_number: string;
};

export type Cart = { version: 1; suppliers: SupplierCart[] };
export type Delivery = Omit<SupplierCart, 'supplier' | 'lines'>;

export const EMPTY_CART: Cart = { version: 1, suppliers: [] };

/** Lines that one order takes. */
export const MAX_LINES = 200;

export const NO_DELIVERY: Delivery = {
  delivery_date: null,
  window_from: '',
  window_to: '',
  location_id: null,
  notes: '',
  po_number: '',
};

/** A cart that a browser kept, before carts were on the server; one that cannot be read, or is of another version, counts as empty. */
export function parseCart(text: string | null): Cart {
  if (!text) return EMPTY_CART;
  try {
    const read: unknown = JSON.parse(text);
    return isCart(read) ? withPoNumbers(read) : EMPTY_CART;
  } catch {
    return EMPTY_CART;
  }
}

/** Carts kept from before have none. */
const withPoNumbers = (cart: Cart): Cart => ({
  ...cart,
  suppliers: cart.suppliers.map((one) => ({
    ...one,
    po_number: typeof one.po_number === 'string' ? one.po_number : '',
  })),
});

// By hand: a schema library for that alone is 8 KB.
type Fields = Record<string, unknown>;
const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null;
const areTexts = (value: Fields, keys: readonly string[]) =>
  keys.every((key) => typeof value[key] === 'string');
const areTextsOrNull = (value: Fields, keys: readonly string[]) =>
  keys.every((key) => value[key] === null || typeof value[key] === 'string');
const areAll = (value: unknown, is: (one: unknown) => boolean) => Array.isArray(value) && value.every(is);

const isCart = (value: unknown): value is Cart =>
  isObject(value) && value.version === 1 && areAll(value.suppliers, isSupplierCart);

const isSupplierCart = (value: unknown): boolean =>
  isObject(value) &&
  isObject(value.supplier) &&
  areTexts(value.supplier, ['id', 'name']) &&
  areTexts(value, ['window_from', 'window_to', 'notes']) &&
  areTextsOrNull(value, ['delivery_date', 'location_id']) &&
  areAll(value.lines, isLine) &&
  (value.lines as unknown[]).length > 0;

const isLine = (value: unknown): boolean =>
  isObject(value) &&
  areTexts(value, ['product_id', 'variant_id', 'product_name', 'sku']) &&
  areTextsOrNull(value, ['variant_name']) &&
  typeof value.unit_price === 'number' &&
  Number.isInteger(value.quantity) &&
  Number(value.quantity) >= 1 &&
  Number(value.quantity) <= MAX_UNITS;

/** A line with another quantity, at the price that this one reaches. */
export const withQuantity = (line: CartLine, quantity: number): CartLine => ({
  ...line,
  quantity,
  unit_price: priceAt(line.price_ladder, quantity, line) ?? line.unit_price,
});

/** A line of something that is sold, at the price that the quantity reaches. */
export function lineOf(offer: Offered, quantity: number): CartLine {
  const {
    product_id,
    variant_id,
    product_name,
    variant_name,
    sku,
    wholesale_price,
    price_ladder,
    case_size,
    unit,
    step,
  } = offer;
  const names = { product_id, variant_id, product_name, variant_name, sku, price_ladder, case_size };
  const weighed = step === null ? {} : { unit, step };
  return withQuantity({ ...names, ...weighed, unit_price: wholesale_price, quantity }, quantity);
}

export function cartOf(cart: Cart, supplierId: string): SupplierCart | undefined {
  return cart.suppliers.find(({ supplier }) => supplier.id === supplierId);
}

/** Dollars, summed in cents so that no fraction of a cent creeps in; each line is rounded once. */
export const subtotalOf = (lines: readonly Priced[]): number =>
  lines.reduce((sum, line) => sum + lineCents(line), 0) / 100;
