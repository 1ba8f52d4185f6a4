import { sql } from 'drizzle-orm';
import type { z } from 'zod';
import { iso, uuids } from '../../../../platform/db/listing';
import { ID } from '../../../../platform/db/samples';
import { statement } from '../../../../platform/db/statement';
import { noticesFrom } from '../../../../platform/outbox/notices.sql';
import { untilOf } from '../../licenses/queries.sql';
import type { StatedLicense } from '../../licenses/schema';
import { confirmedLicense, formerlyConfirmed, isConfirmed } from '../../licenses/stated.sql';
import { licenses } from '../../licenses/tables';
import { entities, locations } from '../../tables';
import type { LICENSE_STATUSES, LICENSE_USES } from '../../typed.schema';
import { isConnected } from '../resource';
import { accounts } from '../tables';

/** How a seller's taxes read premises: by the licenses that goods reach them under. */
export interface Reading {
  id: string;
  /** Of these licenses; one that isn't confirmed is for both markets. */
  uses: Array<(typeof LICENSE_USES)[number]>;
  /** Whether each of them is confirmed, or verified by the operator, for the state of the premises. */
  confirmed: boolean;
  /** Of the seller, as a postal code. */
  sellerState: string;
}

/**
 * How a seller reads the premises of its buyers: by their own licenses, else those of their business, first those of their state; of
 * these active and unexpired ones, where there are any.
 */
export const readingsOf = statement(
  [[ID, [ID]]],
  (sellerId: string, locationIds: readonly string[]) => sql<Reading>`
    select l.id, postal_state(s.state) as "sellerState", coalesce(r.uses, array['both']) as uses,
      coalesce(r.confirmed, e.managed_by is not distinct from s.id) as confirmed
    from ${locations} l join ${entities} e on e.id = l.entity_id join ${entities} s on s.id = ${sellerId}
      left join ${accounts} a on a.seller_id = s.id and a.buyer_id = e.id
      cross join lateral (
        select array_agg(distinct case when b.known then b.use else 'both' end) as uses, bool_and(b.known) as confirmed from (
          select n.use, coalesce(e.managed_by = s.id or n.state = l.postal_state
              and (n.operator_verified_at is not null or ${isConfirmed}), false) as known,
            rank() over (order by n.location_id is null, n.state <> l.postal_state, n.status <> 'active',
              ${untilOf('n')} < (now() at time zone e.timezone)::date) as place
          from ${licenses} n where n.entity_id = l.entity_id and (n.location_id = l.id or n.location_id is null)) b
        where b.place = 1) r
    where l.id = any(${uuids(locationIds)})`,
);

/** What a business reads of the oldest license of another that it is connected with, and what it has confirmed as its seller. */
export const licenseSeenBy = statement(
  [[ID, ID]],
  (viewerId: string, entityId: string) => sql<LicenseSeen>`
    select m.state as license_state, m.use as license_use, ${iso(sql`m.changed_at`)} as license_changed_at,
      ${iso(sql`m.operator_verified_at`)} as operator_verified_at, ${confirmedLicense} as confirmed,
      ${formerlyConfirmed} as formerly_confirmed
    from ${entities} e cross join lateral (select n.* from ${licenses} n where n.entity_id = e.id
        order by n.location_id is not null, n.created_at, n.id limit 1) m
      left join ${accounts} a on a.seller_id = ${viewerId} and a.buyer_id = e.id
    where e.id = ${entityId}`,
);

export interface LicenseSeen {
  license_state: string;
  license_use: (typeof LICENSE_USES)[number];
  license_changed_at: string | null;
  operator_verified_at: string | null;
  confirmed: z.infer<typeof StatedLicense> | null;
  formerly_confirmed: z.infer<typeof StatedLicense> | null;
}

/** What a business's licenses say, in the order of their age. */
export const statedLicenses = statement(
  [[ID]],
  (entityId: string) => sql<Stated>`
    select n.id, n.number, n.state, n.use, n.expires_on, n.status from ${licenses} n where n.entity_id = ${entityId}
    order by n.created_at, n.id`,
);

export interface Stated {
  id: string;
  number: string;
  state: string;
  use: (typeof LICENSE_USES)[number];
  expires_on: string | null;
  status: (typeof LICENSE_STATUSES)[number];
}

/** Notifies the sellers of a business of what its licenses say now. @param summary of the change */
export const noticeLicenses = statement([[ID, 'x', 'x']], (entityId: string, name: string, summary: string) =>
  noticesFrom(sql`
    select gen_random_uuid(), a.seller_id, now(), jsonb_build_object('kind', 'partner_license_changed',
      'object', jsonb_build_object('type', 'customer', 'id', a.buyer_id, 'name', ${name}::text),
      'summary', ${summary}::text, 'permission', 'read:customers',
      'cause', jsonb_build_object('id', a.buyer_id, 'name', ${name}::text))
    from ${accounts} a where a.buyer_id = ${entityId} and a.status = 'claimed' and ${isConnected}`),
);

/** Counts a business's accounts with its sellers as changed: what they see of its licenses did. */
export const touchAccounts = statement(
  [[ID]],
  (entityId: string) => sql`select touch_accounts_of(${entityId}::uuid)`,
);
