import { type SQL, sql } from 'drizzle-orm';
import type { EntityType } from '../../../kernel/permissions';
import { ID } from '../../../platform/db/samples';
import { statement } from '../../../platform/db/statement';
import { invoices } from '../../billing/invoices/tables';
import { drafts } from '../../orders/drafts/tables';
import { orders } from '../../orders/tables';
import { licenses } from '../licenses/tables';
import { entities } from '../tables';
import { IDLE_YEARS, MAX_CLAIMS } from './state';
import { claimants, claims } from './tables';

/** A business that may be the customer of others, as it said itself. */
export interface Claimed {
  claimantId: string;
  /** Verified by a link. */
  email: string;
  licenseNumber: string;
  type: EntityType;
  state: string;
  /** The customer that a seller invited, if it did. */
  invited: string | null;
  /** The only customer to look at; all when null. */
  only: string | null;
  /** Whether sellers may learn of it. */
  tellSellers: boolean;
}

/** A customer that isn't on board, and what of the claimant is as its seller entered it. */
export interface Candidate {
  id: string;
  seller_id: string;
  email: boolean;
  license: boolean;
  type: boolean;
  /** Whether it is offered without asking its seller. */
  offered: boolean;
}

/** Customers with one email that are looked at: a seller may enter any number with the email of another. */
const WITH_EMAIL = 1_000;

const IDLE = sql.raw(`interval '${IDLE_YEARS} years'`);

/** SQL: whether a customer `c` had an order, an invoice or a draft lately. */
const isTraded: SQL = sql`(
  exists (select from ${orders} o where o.retailer_id = c.id and o.created_at > now() - ${IDLE})
  or exists (select from ${invoices} i where i.seller_id = c.seller_id and i.buyer_id = c.id and i.issued_on > now() - ${IDLE})
  or exists (select from ${drafts} d where d.buyer_id = c.id and d.created_at > now() - ${IDLE}))`;

/** SQL: when the first order of a customer `c` was placed that went through, or that wasn't canceled. */
const FIRST_ORDERS = sql`select min(o.created_at) filter (where o.status in ('shipped', 'delivered')) as traded,
  min(o.created_at) as placed from ${orders} o where o.retailer_id = c.id and o.status <> 'cancelled'`;

/**
 * Customers that aren't on board and may be a business (decision 901): offered at once where email, license and type match or the
 * seller invited by the customer's own email; the others only where sellers may learn of the business, which one without trade
 * doesn't by its license alone. None that the business rejected, unless it was invited again. The invited one first, then those
 * with the oldest orders.
 */
export const candidates = statement(
  [
    [
      {
        ...{ claimantId: ID, email: 'x', licenseNumber: 'x', type: 'retailer', state: 'x' },
        ...{ invited: ID, only: ID, tellSellers: true },
      },
    ],
    [
      {
        ...{ claimantId: ID, email: 'x', licenseNumber: 'x', type: 'retailer', state: 'x' },
        ...{ invited: null, only: null, tellSellers: false },
      },
    ],
  ],
  ({ claimantId, email, licenseNumber, type, state, invited, only, tellSellers }: Claimed) => sql<Candidate>`
    with f as (select license_form(${licenseNumber}) as form), named as (
      select e.id from ${entities} e where e.id = ${invited}::uuid
      union select e.id from ${entities} e, f where license_form(e.license_number) = f.form and f.form <> '' and e.managed_by is not null
        and e.type = ${type} and postal_state(e.state) = postal_state(${state})
      union (select e.id from ${entities} e where lower(e.contact_email) = ${email} and e.managed_by is not null and e.deleted_at is null
        order by e.created_at, e.id limit ${WITH_EMAIL})
    ), compared as (
      select e.id, e.managed_by as seller_id, e.created_at, e.type = ${type} as type, e.id is not distinct from ${invited}::uuid as invited,
        license_form(e.license_number) = f.form and f.form <> '' as license,
        coalesce(lower(e.contact_email) = ${email}, e.id is not distinct from ${invited}::uuid) as email
      from named n join ${entities} e on e.id = n.id, f
      where e.managed_by is not null and e.deleted_at is null ${only === null ? sql`` : sql`and e.id = ${only}`}
        and e.managed_by is distinct from (select k.entity_id from ${claimants} k where k.id = ${claimantId})
    ), judged as (
      select c.*, c.email and (c.invited or (c.license and c.type)) as offered from compared c
    )
    select c.id, c.seller_id, c.type, c.license, c.email, c.offered
    from judged c cross join lateral (${FIRST_ORDERS}) t
    where (c.offered ${tellSellers ? sql`or c.email or c.invited or ${isTraded}` : sql``})
      and (c.invited or not exists (select from ${claims} x
        where x.entity_id = c.id and x.claimant_id = ${claimantId} and x.status = 'rejected'))
    order by c.invited desc, t.traded, t.placed, c.created_at, c.id
    limit greatest(0, ${MAX_CLAIMS} - (select count(*) from ${claims} x
      where x.claimant_id = ${claimantId} and x.status in ('waiting', 'offered', 'merging')))
      + (select count(*) from compared i where i.invited)`,
);

/** A business that claims, as it is now. */
export interface Claimant {
  claimantId: string;
  entityId: string;
  email: string;
  licenseNumber: string;
  type: EntityType;
  state: string;
  tellSellers: boolean;
}

const CLAIMANT = sql`k.id as "claimantId", k.entity_id as "entityId", k.email, b.license_number as "licenseNumber", b.type, b.state,
  k.tell_sellers as "tellSellers" from ${claimants} k join ${entities} b on b.id = k.entity_id and b.deleted_at is null`;

export const claimantOf = statement(
  [[ID]],
  (entityId: string) => sql<Claimant>`select ${CLAIMANT} where k.entity_id = ${entityId}`,
);

/** Businesses that may be a customer that isn't on board: those with its email or its license. */
export const claimantsFor = statement(
  [[ID]],
  (customerId: string) => sql<Claimant>`
    select ${CLAIMANT} where k.entity_id in (
      select x.entity_id from ${claimants} x join ${entities} e on e.id = ${customerId} and x.email = lower(e.contact_email)
      union select n.entity_id from ${licenses} n join ${entities} e on e.id = ${customerId}
        and license_form(n.number) = license_form(e.license_number) and license_form(e.license_number) <> '')
    order by k.created_at, k.id limit ${MAX_CLAIMS}`,
);

/** Customers of a seller that changed since they were compared with businesses on board; two jobs get different ones. */
export const takeUncompared = statement(
  [[ID, 1]],
  (sellerId: string, limit: number) => sql<{ id: string }>`
    with due as materialized (
      select e.id from ${entities} e where e.managed_by = ${sellerId} and e.uncompared and e.deleted_at is null
      order by e.id limit ${limit} for no key update skip locked)
    update ${entities} e set uncompared = false from due where e.id = due.id returning e.id`,
);
