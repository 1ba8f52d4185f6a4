import { alias } from 'drizzle-orm/pg-core';
import { exampleId, id, object, text, time } from '../../../platform/db/fields';
import { resource } from '../../../platform/db/resource';
import { orderHistory } from './tables';

const h = alias(orderHistory, 'h');

export const cancellation = resource(
  h,
  {
    reason: text(h.notes, 'Note given with the cancellation; null without one'),
    by: object(
      {
        id: id(h.actorId, 'Id of the user; null for Tallyleaf itself'),
        name: text(h.actorName, 'Name of the user', 'Dana Reyes'),
        entity_id: id(h.actorEntityId, "Id of the user's entity", exampleId('06')),
      },
      'The member who canceled it, or Tallyleaf when the order expired',
    ),
    at: time(h.createdAt, 'When the order was canceled'),
  },
  { id: 'OrderCancellation' },
);
