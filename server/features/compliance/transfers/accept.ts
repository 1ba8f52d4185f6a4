import { eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import {
  AppError,
  existing,
  type FieldError,
  invalidRequest,
  lacking,
  notFound,
} from '../../../kernel/errors';
import type { EventType } from '../../../kernel/events';
import type { Permission } from '../../../kernel/permissions';
import type { MemberContext, WriteContext } from '../../../operation/context';
import { runUnitOfWork } from '../../../operation/unit-of-work';
import { changeExternalIds } from '../../entities/external-ids/service';
import { GOODS_EVENTS } from '../../inventory/goods-receipts/changing';
import { nameGoods, recordReceipt } from '../../inventory/goods-receipts/service';
import { getOrder } from '../../orders/queries';
import { FILING_EVENTS, fileReceipt } from '../../orders/receipts/service';
import { requireLocation } from '../../pos/service';
import type { ComplianceTransferView } from '../resource';
import type { AcceptTransfer } from '../schema';
import { complianceTransfers } from '../tables';
import { TRANSFER_UPDATED } from '../words';
import { goodsLines } from './goods';
import { receiptLines } from './order-lines';
import { type Accepting, lockTransfer, ordersBringing, readTransfersById, transferOf } from './queries.sql';

export const ACCEPT_EVENTS: EventType[] = [
  ...new Set<EventType>([...GOODS_EVENTS, ...FILING_EVENTS, TRANSFER_UPDATED]),
];

type Sent = z.infer<typeof AcceptTransfer>;
/** Tags that a message names. */
const NAMED = 20;
const UNITS = 'Each';

/** What a delivery was accepted as. */
interface Accepted {
  orderId?: string;
  receiptId?: string;
  goodsReceiptId?: string | undefined;
}

/**
 * Takes in what a delivery of the state brought: as the receipt of our order that ships the same packages, else as goods from
 * outside. In Metrc a person accepts it.
 * @throws AppError NOT_FOUND, INVALID_REQUEST naming the line, FORBIDDEN without the right that the receipt needs, CONFLICT
 *   `already_accepted`, `mixed_delivery`, or as receipts and goods receipts do
 */
export async function acceptTransfer(ctx: MemberContext, sent: Sent): Promise<ComplianceTransferView> {
  await requireLocation(ctx, sent.location_id);
  const [transfer] = await readTransfersById(ctx.db, transferOf(sent.id, ctx.actor));
  if (transfer?.direction !== 'incoming') throw notFound();
  checkTags(
    sent,
    transfer.packages.map((one) => one.package_tag),
  );
  const orderId = await orderOf(
    ctx,
    sent,
    transfer.packages.map((one) => one.package_tag),
  );
  require(ctx, orderId ? 'update:orders' : 'update:inventory');
  const lines = orderId ? [] : goodsLines(sent.lines, transfer.packages);
  const found = lines.length > 0 ? await nameGoods(ctx, lines) : [];
  return runUnitOfWork(ctx, ACCEPT_EVENTS, async (unit) => {
    const within: MemberContext = { ...ctx, ...unit };
    const locked = await existing(lockTransfer(unit.db, sent.id, ctx.actor));
    checkOpen(locked, sent);
    const accepted = orderId
      ? await asReceipt(within, orderId, sent)
      : lines.length > 0
        ? await asGoods(within, locked, sent, lines, found)
        : {};
    return finish(within, locked, sent, accepted);
  });
}

function require({ actor }: MemberContext, permission: Permission): void {
  if (!actor.permissions.includes(permission)) throw lacking(permission);
}

/** @throws AppError INVALID_REQUEST for a tag that the delivery doesn't have, or that is named twice */
function checkTags({ lines }: Sent, tags: readonly string[]): void {
  const errors: FieldError[] = [];
  const seen = new Set<string>();
  for (const [index, { package_tag: tag }] of lines.entries()) {
    const path = `lines[${index}].package_tag`;
    if (!tags.includes(tag))
      errors.push({ path, code: 'unknown_value', message: 'is no package of this delivery' });
    else if (seen.has(tag)) errors.push({ path, code: 'duplicate', message: 'is in an earlier line' });
    seen.add(tag);
  }
  if (errors.length > 0) throw invalidRequest(errors);
}

/** @throws AppError CONFLICT `already_accepted` */
function checkOpen({ voided, accepted_tags }: Accepting, { lines }: Sent): void {
  if (voided) throw notFound();
  const again = lines.flatMap((line) => (accepted_tags.includes(line.package_tag) ? line.package_tag : []));
  if (again.length === 0) return;
  throw new AppError('CONFLICT', 'This was accepted already.', {
    reason: 'already_accepted',
    package_tags: again.slice(0, NAMED),
  });
}

/** Our order that brings all packages of a delivery to the location. @throws AppError CONFLICT `mixed_delivery` */
async function orderOf(
  { db, actor }: MemberContext,
  { location_id }: Sent,
  tags: readonly string[],
): Promise<string | null> {
  const orders = await ordersBringing(db, actor.entity.id, tags);
  const ours = orders.filter((order) => order.receiving_location_id === location_id);
  const whole = ours.find((order) => order.tags.length === tags.length);
  if (whole) return whole.order_id;
  const [part] = ours.filter(({ status }) => status === 'shipped');
  if (!part) return null;
  throw new AppError(
    'CONFLICT',
    'Some packages of the delivery are of an order and others are not. File each on its own.',
    {
      reason: 'mixed_delivery',
      order_id: part.order_id,
      package_tags: part.tags.slice(0, NAMED),
    },
  );
}

async function asReceipt(ctx: MemberContext, orderId: string, { lines }: Sent): Promise<Accepted> {
  const order = await getOrder(ctx, orderId);
  const receipt = await fileReceipt(ctx, { id: orderId, lines: receiptLines(order, lines) });
  return { orderId, receiptId: receipt.id };
}

async function asGoods(
  ctx: MemberContext,
  locked: Accepting,
  sent: Sent,
  lines: ReturnType<typeof goodsLines>,
  found: Awaited<ReturnType<typeof nameGoods>>,
): Promise<Accepted> {
  const name = locked.shipper_name ?? locked.shipper_license ?? 'Unknown shipper';
  const receipt = await recordReceipt(
    ctx,
    {
      ...{ kind: 'purchase' as const, location_id: sent.location_id, transfer_id: locked.id },
      supplier: { name, ...(locked.shipper_license && { license_number: locked.shipper_license }) },
      ...(locked.manifest_number && { reference: locked.manifest_number.slice(0, 100) }),
      ...{ lines, confirm: ['same_reference' as const] },
    },
    found,
  );
  await nameLots(ctx, locked, receipt.lines);
  return { goodsReceiptId: receipt.id ?? undefined };
}

/** Lots are found by Metrc's ids of their packages, too. */
async function nameLots(
  ctx: WriteContext,
  { packages }: Accepting,
  lines: ReadonlyArray<{ lot_id: string | null; package_tag: string | null }>,
): Promise<void> {
  const idOf = new Map(packages.map((one) => [one.package_tag, one.package_id]));
  const named = lines.flatMap(({ lot_id, package_tag }) => {
    const metrc = idOf.get(package_tag ?? '');
    return lot_id && metrc ? { id: lot_id, ids: { metrc } } : [];
  });
  await changeExternalIds(ctx, 'lot', named);
}

async function finish(
  ctx: MemberContext,
  locked: Accepting,
  { lines }: Sent,
  { orderId, receiptId, goodsReceiptId }: Accepted,
): Promise<ComplianceTransferView> {
  const notes = [...locked.notes, ...differences(locked, lines)].slice(0, 500);
  await ctx.db
    .update(complianceTransfers)
    .set({
      ...(orderId && { orderId }),
      ...(receiptId && { receiptId }),
      ...(goodsReceiptId && { goodsReceiptId }),
      acceptedTags: [...locked.accepted_tags, ...lines.map((line) => line.package_tag)],
      acceptedAt: sql`now()`,
      notes,
    })
    .where(eq(complianceTransfers.id, locked.id));
  const view = await existing(readTransfersById(ctx.db, sql`t.id = ${locked.id}`));
  ctx.audit({
    action: 'compliance_transfer.accepted',
    objectId: locked.id,
    locationIds: [locked.location_id],
    after: {
      lines,
      order_id: view.order_id,
      receipt_id: view.receipt_id,
      goods_receipt_id: view.goods_receipt_id,
    },
  });
  ctx.emit(TRANSFER_UPDATED, ctx.actor.entity.id, view);
  return view;
}

/** A count unlike Metrc's is a note. */
function differences({ packages }: Accepting, lines: Sent['lines']): string[] {
  const byTag = new Map(packages.map((one) => [one.package_tag, one]));
  return lines.flatMap(({ package_tag: tag, accepted }) => {
    const one = byTag.get(tag);
    const theirs = one?.received_quantity ?? one?.shipped_quantity ?? null;
    if (!one || theirs === null || (one.unit ?? UNITS) !== UNITS || theirs === accepted) return [];
    return `${tag}: ${accepted} accepted here, ${theirs} in Metrc`;
  });
}
