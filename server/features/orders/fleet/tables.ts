import { boolean, index, pgTable, text, unique } from 'drizzle-orm/pg-core';
import { createdAt, id, instant, reference, updatedAt } from '../../../platform/db/columns';
import { keep, personal, plain } from '../../../platform/db/marks';
import { entities } from '../../entities/tables';

/** Who drives a wholesaler's deliveries. */
export const drivers = pgTable(
  'drivers',
  {
    id: id(),
    entityId: reference('entity_id', () => entities.id),
    name: personal(text('name')).notNull(),
    licenseNumber: personal(text('license_number')).notNull(),
    phone: personal(text('phone')),
    /** Number of the occupational license, as the state has it; null where none is known. */
    employeeId: personal(text('employee_id')),
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
keep(drivers, { rows: 'entity_id', kept: 'orders', erase: 'blank' });

/** What a wholesaler delivers with. */
export const vehicles = pgTable(
  'vehicles',
  {
    id: id(),
    entityId: reference('entity_id', () => entities.id),
    make: plain(text('make')).notNull(),
    model: plain(text('model')).notNull(),
    plate: personal(text('plate')).notNull(),
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
keep(vehicles, { rows: 'entity_id', kept: 'orders', erase: 'blank' });
