import type { EventType } from '../../../kernel/events';
import { BUYERS, SELLERS } from '../../../kernel/permissions';
import type { WriteContext } from '../../../operation/context';
import type { Db } from '../../../platform/db/client';
import { storeNotice } from '../../../platform/outbox/notices';
import type { ConnectionView } from './resource';

type ConnectionEvent = Extract<EventType, `connection.${string}`>;

/** Events of connecting, and of an end. */
export const CONNECTED_EVENTS = ['connection.accepted'] as const;
export const ENDED_EVENTS = ['connection.ended'] as const;

/** Emits a connection's event to its other party, as that one sees it. */
export function announceToOther(
  { emit, actor }: Pick<WriteContext, 'emit' | 'actor'>,
  type: ConnectionEvent,
  connection: ConnectionView,
): void {
  const { id, name, type: kind } = actor.entity;
  const direction = connection.direction === 'incoming' ? 'outgoing' : 'incoming';
  emit(type, connection.entity.id, { ...connection, entity: { id, name, type: kind }, direction });
}

/** Emits a connection's event to both parties: each sees all of it in its own list. */
export function announce(
  ctx: Pick<WriteContext, 'emit' | 'actor'>,
  type: ConnectionEvent,
  connection: ConnectionView,
): void {
  ctx.emit(type, ctx.actor.entity.id, connection);
  announceToOther(ctx, type, connection);
}

/**
 * Notifies the members of the business that asked. It leads to the other's catalog where it can buy there, else to the customer.
 * @param asking the business that requested or invited
 * @param accepting the business that agreed
 */
export function noticeAccepted(
  db: Db,
  asking: Pick<ConnectionView['entity'], 'id' | 'type'>,
  accepting: Pick<ConnectionView['entity'], 'id' | 'name' | 'type'>,
): Promise<void> {
  const { id, name, type } = accepting;
  const buys = BUYERS.includes(asking.type) && SELLERS.includes(type);
  return storeNotice(db, asking.id, {
    kind: 'connection_accepted',
    object: { type: buys ? 'catalog' : 'customer', id, name },
    summary: `${name} accepted: you are connected${buys ? ' and can order' : ''}`,
    permission: 'read:connections',
    cause: { id, name },
  });
}
