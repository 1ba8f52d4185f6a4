import type { notifications } from '../../features/notifications/tables';
import type { orderComments } from '../../features/orders/comments/tables';
import type { Notice } from '../../kernel/notices';
import { UNSHIPPED } from '../../kernel/order-statuses';
import { type Permission, permissionsOf } from '../../kernel/permissions';
import type { Business } from './businesses';
import type { ToldClaim } from './customers';
import type { Order } from './history/order';
import type { ToldRecall } from './history/past-recall';
import type { ToldBackorder } from './history/shortages';
import { HOUR, idAt } from './identity';

type CommentRow = typeof orderComments.$inferInsert;
type NotificationRow = typeof notifications.$inferInsert;

/** What a buyer writes on an open order, and what the seller replies. */
const TALKS = [
  ['Can you deliver before noon? We close early that day.', 'Yes, our driver starts with you.'],
  ['Please send the certificates with the driver.', 'They are on the product pages already.'],
  ['Two cases of this one last time were dented. Please check.', null],
] as const;

/** What the parties of the latest open orders wrote, and what their members were notified of. */
export function tellMessages(
  orders: readonly Order[],
  now: number,
): { comments: CommentRow[]; notifications: NotificationRow[] } {
  const open = orders.filter(({ row }) => UNSHIPPED.includes(row.status)).slice(-6);
  const comments: CommentRow[] = [];
  const told: NotificationRow[] = [];
  for (const [index, order] of open.entries()) {
    const placed = order.row.createdAt?.getTime() ?? now;
    const { orderNumber } = order.row;
    told.push(
      ...tell(
        ofOrder(order),
        order.wholesaler,
        placed,
        null,
        'new_order',
        `${order.retailer.entity.name} placed ${orderNumber}`,
      ),
    );
    const [question, reply] = TALKS[index % TALKS.length] ?? [];
    const lines = [
      { body: question, by: order.retailer, to: order.wholesaler, at: placed + HOUR / 2 },
      { body: reply, by: order.wholesaler, to: order.retailer, at: placed + HOUR },
    ];
    for (const { body, by, to, at } of lines) {
      const [author] = by.members;
      if (!body || !author || at > now) continue;
      comments.push({
        id: idAt(at),
        orderId: order.row.id,
        body,
        actorId: author.id,
        actorName: author.name,
        actorEntityId: by.entity.id,
        createdAt: new Date(at),
      });
      told.push(
        ...tell(ofOrder(order), to, at, author, 'comment', `${author.name} on ${orderNumber}: ${body}`),
      );
    }
  }
  return { comments, notifications: told };
}

/** What the members of every holder of an open recall were notified of. */
export function tellRecalls(recalls: readonly ToldRecall[], maker: Business): NotificationRow[] {
  const open = recalls.filter(({ recall }) => !recall.closedAt);
  return open.flatMap(({ recall, batch, holders }) => {
    const product = maker.products.find(({ id }) => id === batch.productId);
    const about = {
      type: 'recall',
      id: recall.id,
      name: batch.batchId,
      permission: 'read:inventory',
    } as const;
    const summary = `${maker.entity.name} recalled batch ${batch.batchId} of ${product?.name} (class ${recall.class})`;
    const at = recall.createdAt.getTime();
    return holders.flatMap((holder) => tell(about, holder, at, null, 'recall', summary));
  });
}

/** What a seller was notified of: a claim of its customer, and stock for a backorder. */
export function tellSeller(
  { claim, customer }: ToldClaim,
  backorders: readonly ToldBackorder[],
): NotificationRow[] {
  const { name } = customer.entity;
  const claimed = { type: 'claim', id: claim.id, name, permission: 'update:customers' } as const;
  const summary = `A business says that it is your customer ${name}`;
  return [
    ...tell(claimed, customer.seller, claim.createdAt.getTime(), null, 'claim_waiting', summary),
    ...backorders.flatMap(({ row, seller, productName }) => {
      if (!row.readyAt) return [];
      const about = { type: 'backorder', id: row.id, name: row.sku, permission: 'read:orders' } as const;
      const ready = `${productName} (${row.sku}) is in stock: 1 backorder waits for ${row.quantity} units`;
      return tell(about, seller, row.readyAt.getTime(), null, 'backorder_ready', ready);
    }),
  ];
}

type About = {
  type: 'order' | 'recall' | 'claim' | 'backorder';
  id: string;
  name: string;
  permission: Permission;
};

const ofOrder = ({ row }: Order): About => ({
  type: 'order',
  id: row.id,
  name: row.orderNumber,
  permission: 'read:orders',
});

/** One row for each member that may read it, but the author. */
function tell(
  about: About,
  to: Business,
  at: number,
  author: { id: string } | null,
  kind: Notice['kind'],
  summary: string,
): NotificationRow[] {
  const eventId = idAt(at);
  return to.members
    .filter(({ id, teamRole }) => {
      return id !== author?.id && permissionsOf(teamRole, to.entity.type).includes(about.permission);
    })
    .map((member) => ({
      id: idAt(at),
      userId: member.id,
      entityId: to.entity.id,
      eventId,
      kind,
      permission: about.permission,
      objectType: about.type,
      objectId: about.id,
      objectName: about.name,
      summary,
      bell: true,
      mail: 'sent' as const,
      createdAt: new Date(at),
    }));
}
