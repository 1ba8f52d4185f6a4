import { type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { notFound } from '../../../kernel/errors';
import { toDollars } from '../../../kernel/money';
import type { ReadContext } from '../../../operation/context';
import type { Db } from '../../../platform/db/client';
import { allOf, since } from '../../../platform/db/listing';
import { openWalk } from '../../../platform/db/walk';
import { getOrder } from '../queries';
import {
  RECEIPTS,
  RETURNS,
  type ReceiptLineRow,
  type ReceiptRow,
  type ReturnLineRow,
  readReceipts,
  readReturns,
  receiptsOf,
  visibleReceipts,
  visibleReturns,
} from './queries.sql';
import type {
  ListReceipts,
  ListReceiptsOfOrder,
  ListReturns,
  Receipt,
  ReceiptList,
  Return,
  ReturnList,
} from './schema';
import { receipts, returns } from './tables';

export type ReceiptView = z.infer<typeof Receipt>;
export type ReturnView = z.infer<typeof Return>;
type Reason = ReceiptView['lines'][number]['reason_code'];

/** Receipts of an order, of which there is one at most. @throws AppError NOT_FOUND */
export async function listReceiptsOfOrder(
  ctx: ReadContext,
  input: z.infer<typeof ListReceiptsOfOrder>,
): Promise<z.infer<typeof ReceiptList>> {
  await getOrder(ctx, input.id);
  return walkReceipts(ctx, RECEIPTS, sql`r.order_id = ${input.id}`, input);
}

/** Receipts of the caller's business on either side, newest first. */
export function listReceipts(
  ctx: ReadContext,
  input: z.infer<typeof ListReceipts>,
): Promise<z.infer<typeof ReceiptList>> {
  return walkReceipts(ctx, receiptsOf(ctx.actor), visibleReceipts(ctx.actor), input);
}

async function walkReceipts(
  { db, actor }: ReadContext,
  list: typeof RECEIPTS,
  which: SQL,
  input: z.infer<typeof ListReceipts>,
): Promise<z.infer<typeof ReceiptList>> {
  const where = allOf([which, since(sql`r.updated_at`, input.updated_since)]);
  const walk = await openWalk(db, list, actor.entity.id, input);
  return walk.read(where, async (page) => {
    const from = sql`${page} join ${receipts} r on r.id = page.id`;
    const rows = await readReceipts(db, sql`page.walk_key,`, from, walk.order);
    return rows.map(({ walk_key, ...row }) => ({ walk_key: walk_key ?? null, ...receiptOf(row).receipt }));
  });
}

/** A receipt, and whether it still can be corrected. */
export interface FoundReceipt {
  receipt: ReceiptView;
  open: boolean;
}

/** @param where which, as `r` */
export async function selectReceipts(db: Db, where: SQL): Promise<FoundReceipt[]> {
  const rows = await readReceipts(db, sql``, sql`${receipts} r`, sql`where ${where}`);
  return rows.map(receiptOf);
}

function receiptOf({ open, credit_cents, lines, ...row }: ReceiptRow): FoundReceipt {
  return { open, receipt: { ...row, lines: receiptLines(lines), credit_total: toDollars(credit_cents) } };
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
  input: z.infer<typeof ListReturns>,
): Promise<z.infer<typeof ReturnList>> {
  const { status, order_id, updated_since } = input;
  const where = allOf([
    visibleReturns(actor),
    status === undefined ? undefined : sql`(t.received_at is null) = ${status === 'open'}`,
    order_id ? sql`t.order_id = ${order_id}` : undefined,
    since(sql`t.updated_at`, updated_since),
  ]);
  const walk = await openWalk(db, RETURNS, actor.entity.id, input);
  return walk.read(where, async (page) => {
    const from = sql`${page} join ${returns} t on t.id = page.id`;
    const rows = await readReturns(db, sql`page.walk_key,`, from, walk.order);
    return rows.map(({ lines, ...row }) => ({ ...row, lines: returnLines(lines) }));
  });
}

/** @throws AppError NOT_FOUND */
export async function getReturn({ db, actor }: ReadContext, id: string): Promise<ReturnView> {
  const where = sql`where t.id = ${id} and ${visibleReturns(actor)}`;
  const [found] = await readReturns(db, sql``, sql`${returns} t`, where);
  if (!found) throw notFound();
  return { ...found, lines: returnLines(found.lines) };
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
