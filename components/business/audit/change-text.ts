import { formatDate, formatMoney, formatNumber, UNKNOWN } from '@/components/ui/format';
import { wordsOf } from './labels';
import type { AuditEntry } from './types';

/** What ids are called, by id. */
export type Names = AuditEntry['names'];

const MONEY =
  /(?:^|[._])(?:price|cost|total|subtotal|tax|balance|settled|allocated|unapplied|pending_credit|credit_limit|minimum_order)$/;
/** A price of a list, by SKU and amount: its dots are not those of a path. */
const PRICE = / from \d+(?:\.\d+)?$/;
const DATE = /^\d{4}-\d{2}-\d{2}$/;

/** A recorded value as text. Texts stay as they were recorded, timestamps included; calendar dates are written out. @param path of its field @param names of ids */
export function valueText(value: unknown, path = '', names: Names = {}): string {
  if (value === null || value === undefined || value === '') return UNKNOWN;
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value === 'number')
    return MONEY.test(path) || PRICE.test(path) ? formatMoney(value) : formatNumber(value);
  // The API's published spelling is British.
  if (value === 'cancelled') return 'canceled';
  if (typeof value === 'string') return DATE.test(value) ? formatDate(value) : (names[value] ?? value);
  const plain = Array.isArray(value) && value.every((one) => typeof one !== 'object' || one === null);
  if (plain) return value.length > 0 ? value.map((one) => valueText(one, '', names)).join(', ') : UNKNOWN;
  return JSON.stringify(value, null, 2);
}

/** A field by its path: `items.2.quantity` as "Items › 2 › Quantity". */
export const fieldText = (path: string): string =>
  PRICE.test(path) ? path : path.split('.').map(wordsOf).join(' › ');
