import { type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { filter } from '../../../platform/db/collection';
import { iso } from '../../../platform/db/listing';
import { paged } from '../../../platform/db/paged.sql';
import { rowsWhere } from '../../../platform/db/rows.sql';
import { ID } from '../../../platform/db/samples';
import { driver, vehicle } from './resource';

/** SQL: the rows of a business (alias `d` or `v`) that aren't deleted. */
const liveOf = (row: SQL) => (entityId: string) =>
  sql`${row}.entity_id = ${entityId} and ${row}.deleted_at is null`;
const liveDrivers = liveOf(sql`d`);
const liveVehicles = liveOf(sql`v`);

const activeOf = (row: SQL) =>
  filter(
    z.boolean().meta({ description: 'Only those that can be named, or that no longer can' }),
    true,
    (active) => sql`${row}.active = ${active}`,
  );

/** Oldest first. */
export const DRIVERS = paged(driver, {
  visible: liveDrivers,
  order: sql`d.created_at`,
  filters: { active: activeOf(sql`d`) },
  viewers: [ID],
});
export const VEHICLES = paged(vehicle, {
  visible: liveVehicles,
  order: sql`v.created_at`,
  filters: { active: activeOf(sql`v`) },
  viewers: [ID],
});

/** SQL: how a reader keeps a row; null for one that only reads it. */
const LOCKS = { update: sql` for no key update`, share: sql` for share` };
export type Lock = keyof typeof LOCKS;
export const driverOf = (entityId: string, id: string, lock?: Lock): SQL =>
  sql`d.id = ${id} and ${liveDrivers(entityId)}${lock ? LOCKS[lock] : sql``}`;
export const vehicleOf = (entityId: string, id: string, lock?: Lock): SQL =>
  sql`v.id = ${id} and ${liveVehicles(entityId)}${lock ? LOCKS[lock] : sql``}`;

const FORMS = ['update', 'share'] as const;
export const readDrivers = rowsWhere(driver, [[driverOf(ID, ID)]]);
export const readVehicles = rowsWhere(vehicle, [[vehicleOf(ID, ID)]]);
export const lockDrivers = rowsWhere(
  driver,
  FORMS.map((lock): [SQL] => [driverOf(ID, ID, lock)]),
);
export const lockVehicles = rowsWhere(
  vehicle,
  FORMS.map((lock): [SQL] => [vehicleOf(ID, ID, lock)]),
);

const STATED = sql`(num_nonnulls(o.departed_at, o.estimated_arrival, o.driver, o.vehicle, o.planned_route) > 0)`;
/** SQL: how an order (alias `o`) leaves, as JSON; null until something of it is stated. */
export const SHIPMENT = sql`case when ${STATED} then json_build_object('driver', o.driver, 'vehicle', o.vehicle,
  'departs_at', ${iso(sql`o.departed_at`)}, 'arrives_at', ${iso(sql`o.estimated_arrival`)}, 'planned_route', o.planned_route) end`;
export const NO_SHIPMENT = sql`not ${STATED}`;
