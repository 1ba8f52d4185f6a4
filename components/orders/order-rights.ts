import { PACKING, UNSHIPPED } from '@/server/kernel/order-statuses';
import type { LineEditing } from './order-items';
import type { SideRules } from './side-rules';
import type { Order } from './types';

export interface OrderRights {
  /** On the side of its buyer. */
  buys: boolean;
  /** Its delivery and notes. */
  editsFacts: boolean;
  /** The notes of the order: the buyer's, unless the seller entered the order itself. */
  editsNotes: boolean;
  /** Its lines; null where they stay. */
  lines: LineEditing | null;
}

/** What a member may change of an order now. @param mayUpdate whether it may change orders at all */
export function orderRights(order: Order, rules: SideRules, mayUpdate: boolean): OrderRights {
  const buys = rules.side === 'retailer';
  const unshipped = mayUpdate && UNSHIPPED.includes(order.status);
  return {
    buys,
    editsFacts: unshipped,
    editsNotes: unshipped && (buys || order.entered_by === 'seller'),
    lines: mayUpdate ? lineEditing(order, rules) : null,
  };
}

function lineEditing(order: Order, rules: SideRules): LineEditing | null {
  const sells = rules.side !== 'retailer';
  const edits = rules.editableIn.includes(order.status);
  // What was packed of goods by weight is known once they are.
  const packs = sells && !edits && order.status === PACKING && order.items.some(({ step }) => step !== null);
  if (!edits && !packs) return null;
  // Who entered an order also adds and raises its lines.
  return { reduceOnly: rules.reduceOnly && order.entered_by !== 'seller', sells, packs };
}
