import { type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { notFound } from '../../../kernel/errors';
import { toDollars } from '../../../kernel/money';
import type { ReadContext } from '../../../operation/context';
import type { Db } from '../../../platform/db/client';
import { allOf, pageOf } from '../../../platform/db/listing';
import { pipelined } from '../../../platform/db/pipelined';
import { getOrder } from '../queries';
import {
  countReturns,
  type ReceiptLineRow,
  type ReturnLineRow,
  readReceipts,
  readReturns,
  visibleReturns,
} from './queries.sql';
import type { ListReceipts, ListReturns, Receipt, ReceiptList, Return, ReturnList } from './schema';

export type ReceiptView = z.infer<typeof Receipt>;
export type ReturnView = z.infer<typeof Return>;
type Reason = ReceiptView['lines'][number]['reason_code'];

/** Receipts of an order, of which there is one at most. @throws AppError NOT_FOUND */
export async function listReceipts(
  ctx: ReadContext,
  { id, page, limit }: z.infer<typeof ListReceipts>,
): Promise<z.infer<typeof ReceiptList>> {
  await getOrder(ctx, id);
  const found = await selectReceipts(ctx.db, sql`r.order_id = ${id}`);
  const data = found.slice((page - 1) * limit, page * limit).map(({ receipt }) => receipt);
  return { data, pagination: pageOf({ page, limit }, found.length) };
}

/** A receipt, and whether it still can be corrected. */
export interface FoundReceipt {
  receipt: ReceiptView;
  open: boolean;
}

/** @param where which, as `r` */
export async function selectReceipts(db: Db, where: SQL): Promise<FoundReceipt[]> {
  const rows = await readReceipts(db, where);
  return rows.map(({ open, credit_cents, lines, ...row }) => ({
    open,
    receipt: { ...row, lines: receiptLines(lines), credit_total: toDollars(credit_cents) },
  }));
}

function receiptLines(rows: readonly ReceiptLineRow[]): ReceiptView['lines'] {
  return byLine(rows).map(([first, units]) => ({
    ...itemOf(first),
    shipped_quantity: first.shipped_quantity,
    accepted: sum(units, (unit) => unit.accepted),
    rejected: sum(units, (unit) => unit.rejected),
    damaged: sum(units, (unit) => unit.damaged),
    reason_code: reasonOf(units),
    lots: units.flatMap(({ lot, accepted, rejected, damaged, reason_code }) =>
      lot ? [{ ...lot, accepted, rejected, damaged, reason_code: reason_code as Reason }] : [],
    ),
  }));
}

export async function listReturns(
  { db, actor }: ReadContext,
  { page, limit, status, order_id }: z.infer<typeof ListReturns>,
): Promise<z.infer<typeof ReturnList>> {
  const where = allOf([
    visibleReturns(actor),
    status === undefined ? undefined : sql`(t.received_at is null) = ${status === 'open'}`,
    order_id ? sql`t.order_id = ${order_id}` : undefined,
  ]);
  const [data, [counted]] = await pipelined([
    selectReturns(db, where, { page, limit }),
    countReturns(db, where),
  ]);
  return { data, pagination: pageOf({ page, limit }, counted?.total) };
}

/** @throws AppError NOT_FOUND */
export async function getReturn({ db, actor }: ReadContext, id: string): Promise<ReturnView> {
  const [found] = await selectReturns(db, sql`t.id = ${id} and ${visibleReturns(actor)}`, ONE);
  if (!found) throw notFound();
  return found;
}

const ONE = { page: 1, limit: 1 };

async function selectReturns(
  db: Db,
  where: SQL,
  page: { page: number; limit: number },
): Promise<ReturnView[]> {
  const rows = await readReturns(db, where, page);
  return rows.map((row) => ({ ...row, lines: returnLines(row.lines) }));
}

function returnLines(rows: readonly ReturnLineRow[]): ReturnView['lines'] {
  return byLine(rows).map(([first, units]) => ({
    ...itemOf(first),
    quantity: sum(units, (unit) => unit.quantity),
    received_quantity:
      first.received_quantity === null ? null : sum(units, (unit) => unit.received_quantity ?? 0),
    reason_code: reasonOf(units),
    lots: units.flatMap(({ lot, quantity, received_quantity, reason_code }) =>
      lot ? [{ ...lot, quantity, received_quantity, reason_code: reason_code as Reason }] : [],
    ),
  }));
}

/** The rows of each line, with the first of them; lines keep their order. */
function byLine<R extends { item_id: string }>(rows: readonly R[]): Array<[R, R[]]> {
  const lines = new Map<string, [R, R[]]>();
  for (const row of rows) {
    const known = lines.get(row.item_id);
    if (known) known[1].push(row);
    else lines.set(row.item_id, [row, [row]]);
  }
  return [...lines.values()];
}

function itemOf({ item_id, product_id, product_name, variant_id, sku }: ReceiptLineRow | ReturnLineRow) {
  return { item_id, product_id, product_name, variant_id, sku };
}

const sum = <R>(rows: readonly R[], of: (row: R) => number) =>
  rows.reduce((total, row) => total + of(row), 0);
const reasonOf = (rows: ReadonlyArray<{ reason_code: string | null }>) =>
  (rows.find((row) => row.reason_code !== null)?.reason_code ?? null) as Reason;
