import { sql } from 'drizzle-orm';
import { check, date, foreignKey, index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { createdAt, id, instant, isOneOf, reference, updatedAt } from '../../../platform/db/columns';
import { keep, plain } from '../../../platform/db/marks';
import { entities, locations } from '../tables';
import { LICENSE_ACTIVITIES, LICENSE_STATUSES, LICENSE_USES } from '../typed.schema';

/**
 * The licenses of a business. Triggers show its oldest in the columns `license_*` of `entities`, those of premises in
 * `locations`, and write them from there (decision 525).
 */
export const licenses = pgTable(
  'licenses',
  {
    id: id(),
    entityId: reference('entity_id', () => entities.id),
    /** Null for all locations without one of their own. */
    locationId: uuid('location_id'),
    number: plain(text('number')).notNull(),
    /** As a postal code where it has one. */
    state: plain(text('state')).notNull(),
    type: plain(text('type')),
    activity: text('activity', { enum: LICENSE_ACTIVITIES }).notNull(),
    use: text('use', { enum: LICENSE_USES }).notNull().default('both'),
    expiresOn: date('expires_on'),
    status: text('status', { enum: LICENSE_STATUSES }).notNull().default('active'),
    /** Null when another business had the number as it was saved, or the operator is to verify it. */
    verifiedAt: instant('verified_at'),
    /** When the operator verified it; a trigger clears it with another number, state, type, use or location (decision 905). */
    operatorVerifiedAt: instant('operator_verified_at'),
    /** When number, state, use or last day changed, kept by a trigger; null for never. */
    changedAt: instant('changed_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    foreignKey({
      name: 'licenses_location',
      columns: [t.entityId, t.locationId],
      foreignColumns: [locations.entityId, locations.id],
    }).onUpdate('cascade'),
    check('licenses_activity', isOneOf(t.activity, LICENSE_ACTIVITIES)),
    check('licenses_use', isOneOf(t.use, LICENSE_USES)),
    check('licenses_status', isOneOf(t.status, LICENSE_STATUSES)),
    check('licenses_state', sql`${t.state} = postal_state(${t.state})`),
    index('licenses_by_age').on(t.entityId, t.createdAt, t.id),
    index('licenses_of_location').on(t.locationId).where(sql`${t.locationId} is not null`),
    index('licenses_number').on(sql`license_form(${t.number})`),
    index('licenses_expiring').on(t.expiresOn).where(sql`${t.expiresOn} is not null`),
  ],
);
keep(licenses, { rows: 'entity_id|entity_id>entities', kept: 'records' });
