import { boolean, index, pgTable, text, unique } from 'drizzle-orm/pg-core';
import { createdAt, id, instant, reference, updatedAt } from '../../../platform/db/columns';
import { entities } from '../../entities/tables';

/** Who drives a wholesaler's deliveries. */
export const drivers = pgTable(
  'drivers',
  {
    id: id(),
    entityId: reference('entity_id', () => entities.id),
    name: text('name').notNull(),
    licenseNumber: text('license_number').notNull(),
    phone: text('phone'),
    active: boolean('active').notNull().default(true),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    deletedAt: instant('deleted_at'),
  },
  (t) => [
    unique('drivers_entity_id').on(t.entityId, t.id),
    index('drivers_by_age').on(t.entityId, t.createdAt, t.id),
  ],
);

/** What a wholesaler delivers with. */
export const vehicles = pgTable(
  'vehicles',
  {
    id: id(),
    entityId: reference('entity_id', () => entities.id),
    make: text('make').notNull(),
    model: text('model').notNull(),
    plate: text('plate').notNull(),
    active: boolean('active').notNull().default(true),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    deletedAt: instant('deleted_at'),
  },
  (t) => [
    unique('vehicles_entity_id').on(t.entityId, t.id),
    index('vehicles_by_age').on(t.entityId, t.createdAt, t.id),
  ],
);
