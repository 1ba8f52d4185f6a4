import { z } from 'zod';
import { CalendarDate, Id, listOf, Paging, Person, Timestamp } from '../../kernel/params';

const LocationIds = z.array(Id).nullable();
const Snapshot = z.record(z.string(), z.unknown()).nullable();

/** A change: its actor, action and object, with the fields before and after. */
export const AuditEntry = z
  .object({
    id: Id,
    created_at: Timestamp,
    actor: Person,
    action: z.string().meta({ description: '`<resource>.<event>`, such as `order.moved`' }),
    object: z
      .object({
        type: z.string().meta({ description: 'Type of the object, such as `order`' }),
        id: Id.meta({ description: 'Id of the object' }),
        name: z.string().nullable().meta({
          description: 'Current name of the object, such as an order number; null where it has none',
        }),
      })
      .meta({ description: 'What was changed' }),
    before: Snapshot.meta({ description: 'Fields before the change, where recorded' }),
    after: Snapshot.meta({ description: 'Fields after the change, where recorded' }),
    request_id: z.string().meta({ description: '`X-Request-Id` of the request that made the change' }),
    address: z.string().meta({ description: 'IP address of the request' }),
    location_ids: LocationIds.meta({
      description: 'Locations that the change affects; null for the whole business',
    }),
    names: z.record(z.string(), z.string()).meta({
      description:
        'Current names of ids in `before` and `after`, by id: your members, locations, price lists and tax rules, and businesses that you trade with',
    }),
  })
  .meta({ id: 'AuditEntry' });
export const AuditLog = listOf(AuditEntry);

export const ListAudit = z.strictObject({
  ...Paging,
  actor_id: Id.optional().meta({ description: 'Only changes by this user' }),
  action: z
    .string()
    .regex(/^[a-z_]{1,40}(\.[a-z_]{1,40})?$/, 'must be an action, or the resource before its point')
    .optional()
    .meta({ description: 'Only this action (`order.moved`) or every action of a resource (`order`)' }),
  object_type: z
    .string()
    .regex(/^[a-z_]{1,40}$/, 'must be a type of object')
    .optional()
    .meta({ description: 'Only changes to objects of this type, such as `order`' }),
  object_id: Id.optional().meta({ description: 'Only changes to this object' }),
  start_date: CalendarDate.optional().meta({ description: 'First day, in your timezone' }),
  end_date: CalendarDate.optional().meta({ description: 'Last day, inclusive, in your timezone' }),
});
