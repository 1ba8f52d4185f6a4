import { z } from 'zod';
import { CalendarDate, Id, listOf, Paging, Timestamp } from '../kernel/params';

const LocationIds = z.array(Id).nullable();
const Snapshot = z.record(z.string(), z.unknown()).nullable();

/** Who did what to which object, and what it was before and after. */
export const AuditEntry = z
  .object({
    id: Id,
    created_at: Timestamp,
    actor: z.object({ id: Id.nullable(), name: z.string() }),
    action: z.string().meta({ description: '<resource>.<what happened>, order.moved for instance' }),
    object: z.object({ type: z.string(), id: Id }),
    before: Snapshot,
    after: Snapshot,
    request_id: z.string(),
    address: z.string(),
    location_ids: LocationIds.meta({
      description: 'Locations that the change is about; null for the business as a whole',
    }),
  })
  .meta({ id: 'AuditEntry' });
export const AuditLog = listOf(AuditEntry);

export const ListAudit = z.strictObject({
  ...Paging,
  actor_id: Id.optional(),
  action: z
    .string()
    .regex(/^[a-z_]{1,40}(\.[a-z_]{1,40})?$/, 'must be an action, or the resource before its point')
    .optional(),
  object_type: z
    .string()
    .regex(/^[a-z_]{1,40}$/, 'must be a type of object')
    .optional(),
  object_id: Id.optional(),
  start_date: CalendarDate.optional(),
  end_date: CalendarDate.optional(),
});
