import type { EventType } from '../../../kernel/events';
import type { WriteContext } from '../../../operation/context';
import type { ConnectionView } from './resource';

type ConnectionEvent = Extract<EventType, `connection.${string}`>;

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
