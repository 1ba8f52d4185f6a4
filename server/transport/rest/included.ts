import type { z } from 'zod';
import { isAppError } from '../../kernel/errors';
import { authorize } from '../../operation/authorize';
import type { Context } from '../../operation/context';
import { toAppError } from '../../operation/failure';
import { JsonText } from '../../operation/text-list';
import { OPERATIONS, type RestOperation } from './operations';

type Row = Record<string, unknown>;

/** What rows of lists refer to: the object's GET, and the fields of a row that name one (decision 935). */
const REFERENCES = {
  batches: { of: '/api/v1/batches/{id}', from: ['batch.id'] },
  customers: {
    of: '/api/v1/customers/{id}',
    from: ['customer_id', 'customer.id', 'buyer.id', 'retailer.id'],
  },
  invoices: { of: '/api/v1/invoices/{id}', from: ['invoice_id', 'invoice.id'] },
  locations: { of: '/api/v1/entity/locations/{id}', from: ['location_id', 'location.id'] },
  orders: { of: '/api/v1/orders/{id}', from: ['order_id', 'order.id'] },
  products: { of: '/api/v1/products/{id}', from: ['product_id', 'product.id'] },
} as const;
type Word = keyof typeof REFERENCES;

/** Rows of a page with which others may be included. */
export const MAX_INCLUDING = 100;

/** What may be included in a list. */
export interface Includable {
  word: Word;
  /** The fields of a row that its schema has. */
  from: readonly string[];
}

/** What may be included in a list whose rows have a schema: everything that they name and that has an address. */
export function includableIn({ path }: RestOperation, row: z.ZodObject): Includable[] {
  return (Object.keys(REFERENCES) as Word[]).flatMap((word) => {
    const { of, from } = REFERENCES[word];
    const known = from.filter((name) => hasField(row, name.split('.')));
    return known.length > 0 && !of.startsWith(`${path}/`) ? [{ word, from: known }] : [];
  });
}

function hasField(schema: unknown, [name = '', ...rest]: readonly string[]): boolean {
  const { shape } = unwrapped(schema) as { shape?: Row };
  if (!shape || !Object.hasOwn(shape, name)) return false;
  return rest.length === 0 || hasField(shape[name], rest);
}

/** The schema within optional, nullable and similar wrappers. */
function unwrapped(schema: unknown): z.ZodType {
  const { def } = (schema as z.ZodType)._zod as unknown as { def: { innerType?: unknown } };
  return def.innerType ? unwrapped(def.innerType) : (schema as z.ZodType);
}

/** The GET of what a word names, whose schema its entries have. */
export function objectOfWord(word: Word): RestOperation {
  const { of } = REFERENCES[word];
  const found = OPERATIONS.find(({ method, path }) => method === 'GET' && path === of);
  if (!found) throw new Error(`GET ${of} is no operation`);
  return found;
}

/** The list of the same objects, where its rows are as the GET of each shows it. */
function listOfWord(word: Word): RestOperation | null {
  const { path, output } = objectOfWord(word);
  const list = OPERATIONS.find((one) => one.method === 'GET' && one.path === path.replace('/{id}', ''));
  const rows = (list?.output as Partial<z.ZodObject> | undefined)?.shape?.data as z.ZodArray | undefined;
  return list && rows?.element === output && Object.hasOwn(list.input.shape, 'ids') ? list : null;
}

/** @throws AppError FORBIDDEN for what the caller may not read at all */
export function checkIncluded(words: readonly Word[], ctx: Context): void {
  for (const word of words) authorize(objectOfWord(word), ctx);
}

/**
 * Reads what rows refer to, each object once, as its own GET shows it to the caller; what the caller doesn't see is absent. Each read takes
 * its turn as a request of its own would.
 */
export async function includedIn(
  rows: readonly Row[],
  wanted: readonly Includable[],
  ctx: Context,
  signal: AbortSignal,
): Promise<Record<string, unknown[]>> {
  const included: Record<string, unknown[]> = {};
  for (const { word, from } of wanted) {
    const ids = new Set(rows.flatMap((row) => from.flatMap((path) => valueAt(row, path) ?? [])));
    included[word] = await readObjects(word, [...ids], ctx, signal);
  }
  return included;
}

function valueAt(row: Row, path: string): string | null {
  const value = path.split('.').reduce<unknown>((at, key) => (at as Row | null | undefined)?.[key], row);
  return typeof value === 'string' ? value : null;
}

async function readObjects(
  word: Word,
  ids: readonly string[],
  ctx: Context,
  signal: AbortSignal,
): Promise<unknown[]> {
  const found = new Map<unknown, unknown>();
  const list = ids.length > 1 ? listOfWord(word) : null;
  if (list) {
    const page = await list.run(ctx, { ids: ids.join(','), limit: ids.length }, signal, true);
    for (const row of rowsOf(page)) found.set(row.id, row);
  }
  const object = objectOfWord(word);
  // A list leaves out what only its id finds, such as a deleted product.
  for (const id of ids) {
    if (found.has(id)) continue;
    const view = await object.run(ctx, { id }, signal, true).catch(absent);
    if (view !== null) found.set(id, view instanceof JsonText ? JSON.parse(view.json) : view);
  }
  return ids.flatMap((id) => (found.has(id) ? [found.get(id)] : []));
}

function absent(error: unknown): null {
  const failure = toAppError(error);
  if (isAppError(failure) && failure.code === 'NOT_FOUND') return null;
  throw error;
}

/** The rows of a list as objects. */
export function rowsOf(list: unknown): Row[] {
  const { data, texts } = list as { data?: Row[]; texts?: readonly string[] };
  return texts ? texts.map((text) => JSON.parse(text) as Row) : (data ?? []);
}
