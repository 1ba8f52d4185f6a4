import { isAppError } from '../../../kernel/errors';
import { toDollars } from '../../../kernel/money';
import { PACKING } from '../../../kernel/order-statuses';
import { checkSeller } from '../../../kernel/sides';
import type { WriteContext } from '../../../operation/context';
import { setAdjustments } from '../../orders/lines/adjustments/service';
import { updateOrder } from '../../orders/lines/edit';
import { placeOrder } from '../../orders/placing/place';
import { moveOrder } from '../../orders/service';
import { ofBuyer, ofSeller } from '../../orders/shapes/edited.schema';
import { LineRejected, type Values } from '../lines/line';
import { joinNotes } from '../migrations/keeping';
import type { OpenLine } from '../queries';
import { inSavepoint } from '../running/apply-line';
import type { OrderEntry, OrderLine } from './read';

/** What is written of an order's line. */
export interface OrderData {
  entry: OrderEntry;
  buyerId: string | null;
  onBoard: boolean;
  lines: Array<Omit<OrderLine, 'price'> & { price: number | undefined }>;
  acceptDifference: boolean;
}

/** What a seller passes over of what it set for new orders: the order was agreed on before. */
const OVERRIDE = ['credit', 'minimum', 'case', 'short_dated'] as const;

/**
 * Enters an open order with the prices that were agreed on, and reserves its stock. Its licenses, states and stock bind; credit, minimum,
 * hold and delivery days don't. The order of a customer that is on board stays pending.
 * @throws LineRejected for another total than the source's, AppError as `placeOrder`
 */
export async function enterOrder(ctx: WriteContext, { data, after, note, outcome }: OpenLine) {
  const shown = { before: null, after: after as Values | null, outcome };
  if (data === null) return { ...shown, note };
  if ('known' in (data as object)) return { ...shown, note, objectId: (data as { known: string }).known };
  const { entry, buyerId, onBoard, lines, acceptDifference } = data as OrderData;
  checkSeller(ctx.actor);
  const { status } = entry;
  const placed = await placeOrder({
    ...{ ctx, movedIn: true, sellerId: ctx.actor.entity.id, buyerId: buyerId ?? '', enteredBy: 'seller' },
    input: {
      retailer_id: buyerId ?? '',
      items: lines.map(({ sku = '', quantity, price, sample }) => ({
        ...{ sku, quantity },
        ...(sample ? { sample } : price !== undefined && { unit_price: toDollars(price) }),
      })),
      accept: status !== 'pending' && !onBoard,
      ...(entry.delivery_date && { delivery_date: entry.delivery_date }),
      ...(entry.notes && { notes: entry.notes }),
      ...ofBuyer(entry.purchase_order),
      ...(entry.external_id && { external_ids: { [entry.external_id.system]: entry.external_id.value } }),
    },
  });
  const { id } = placed;
  const adjustments = [
    ...(entry.discount ? [{ kind: 'discount' as const, amount: toDollars(entry.discount) }] : []),
    ...(entry.freight ? [{ kind: 'freight' as const, amount: toDollars(entry.freight) }] : []),
  ];
  const order =
    adjustments.length > 0 ? await setAdjustments(ctx, { id, adjustments, override: [...OVERRIDE] }) : placed;
  const ours = order.total.toFixed(2);
  const theirs = entry.total === undefined ? ours : toDollars(entry.total).toFixed(2);
  if (ours !== theirs && !acceptDifference) {
    const message = `is ${theirs} in the source and ${ours} here`;
    throw new LineRejected({ field: 'total', code: 'total_differs', message });
  }
  if (entry.comment) await updateOrder(ctx, { id, ...ofSeller(entry.comment) });
  const notes = [
    note,
    ours !== theirs && `total_differs: ${theirs} in the source, ${ours} here.`,
    onBoard && status !== 'pending' && 'on_board: the order waits for its acceptance.',
    status === PACKING && !onBoard && (await prepare(ctx, id)),
  ];
  return {
    ...shown,
    after: { ...shown.after, order_number: order.order_number },
    note: joinNotes(...notes),
    objectId: id,
  };
}

/** @returns a note where the order can't be prepared yet, and stays accepted */
async function prepare(ctx: WriteContext, id: string): Promise<string | null> {
  try {
    await inSavepoint(ctx, (tx) => moveOrder(tx, { id, status: PACKING }));
    return null;
  } catch (error) {
    if (!isAppError(error)) throw error;
    return `accepted: it can't be prepared yet. ${error.message}`;
  }
}
