import { type SQL, sql } from 'drizzle-orm';
import type { Page } from '../../../kernel/params';
import type { EntityType } from '../../../kernel/permissions';
import { iso, slice } from '../../../platform/db/listing';
import { ID } from '../../../platform/db/samples';
import { statement } from '../../../platform/db/statement';
import { orders } from '../../orders/tables';
import { entities } from '../tables';
import { type ClaimStatus, QUARANTINE_HOURS, type SellerStatus } from './state';
import { claimants, claims } from './tables';

export interface ClaimRow {
  id: string;
  role: 'seller' | 'claimant';
  entity_id: string;
  name: string;
  seller_id: string;
  seller_name: string;
  seller_type: EntityType;
  orders: number;
  claimant_id: string | null;
  claimant_entity: string | null;
  /** Null to a seller that hasn't confirmed the claim. */
  claimant_email: string | null;
  claimant_name: string | null;
  claimant_license: string | null;
  claimant_type: EntityType | null;
  email_matches: boolean;
  license_matches: boolean;
  type_matches: boolean;
  /** As the side that looks sees it. */
  status: ClaimStatus;
  /** What the seller that was asked has said; null where it wasn't. */
  seller_status: SellerStatus | null;
  confirmable_at: string;
  is_early: boolean;
  created_at: string;
  expires_at: string | null;
}

/** SQL: when the seller can confirm a claim `c`. */
const CONFIRMABLE = sql`case when c.email_matches then c.created_at
  else c.created_at + make_interval(hours => ${sql.raw(String(QUARANTINE_HOURS))}) end`;

/** A side that looks at claims `c`: which it sees, and in which status. */
export interface Side {
  where: SQL;
  status: SQL;
}

/** What a seller sees: what it was asked and has said, until the customer is merged (decision 901). */
const sellersStatus = sql`(case when c.status = 'confirmed' then c.status else c.seller_status end)`;

/** Which claims a business sees: those of its customers that it was asked about, and those offered to it. No claim is both. */
export function visibleClaims(me: string, asSeller: boolean, asClaimant: boolean): Side[] {
  const own = sql`c.seller_id = ${me} and (c.seller_status is not null or c.status = 'confirmed')`;
  // By the claimant's id, so that each side has its index.
  const offered = sql`c.claimant_id = (select o.id from ${claimants} o where o.entity_id = ${me})
    and c.seller_id <> ${me} and (c.offered_at is not null or c.status = 'confirmed')`;
  const sides = [
    ...(asSeller ? [{ where: own, status: sellersStatus }] : []),
    ...(asClaimant ? [{ where: offered, status: sql`c.status` }] : []),
  ];
  return sides.length > 0 ? sides : [{ where: sql`false`, status: sql`c.status` }];
}

/** SQL: a claim tells of its customer: to the seller always, to a claimant until it has lost, when it may be another's business. */
const isCurrent = (me: string) =>
  sql`(c.seller_id = ${me} or c.status in ('offered', 'merging', 'confirmed'))`;

/** SQL: a seller knows who claims its customer once it has confirmed that. */
const isKnown = (me: string) => sql`(c.seller_id <> ${me} or c.shown in ('offered', 'confirmed'))`;

const NEWEST = sql`order by c.created_at desc, c.id desc`;

/** Of verified sellers first. */
const TRUSTED = sql`order by (select v.license_verified from ${entities} v where v.id = c.seller_id) desc, c.created_at desc, c.id desc`;

const orderOf = (asClaimant: boolean) => (asClaimant ? TRUSTED : NEWEST);

/** SQL: claims `c` of several sides. @param tail SQL: order and limit of each side */
const ofSides = (sides: readonly Side[], tail: SQL) =>
  sql`(${sql.join(
    sides.map(
      ({ where, status }) => sql`(select c.*, ${status} as shown from ${claims} c where ${where} ${tail})`,
    ),
    sql` union all `,
  )}) c`;

const SIDE: Side = { where: sql`true`, status: sql`c.status` };

/**
 * Newest first, or to a claimant those of verified sellers first; chosen before the rest is read: of each side as many as the page
 * may have of it. A seller learns the claimant's id and email with its own confirmation.
 */
export const claimsOf = statement(
  [
    [ID, [SIDE, SIDE], { page: 1, limit: 1 }, false],
    [ID, [SIDE], { page: 1, limit: 1 }, true],
  ],
  (me: string, sides: readonly Side[], page: Page, asClaimant: boolean) => sql<ClaimRow>`
    select c.id, case when c.seller_id = ${me} then 'seller' else 'claimant' end as role, c.entity_id,
      case when ${isCurrent(me)} then e.name else coalesce(b.name, '') end as name,
      s.id as seller_id, s.name as seller_name, s.type as seller_type,
      case when ${isCurrent(me)} then (select count(*)::int from ${orders} o
        where o.retailer_id = c.entity_id and o.wholesaler_id = c.seller_id) else 0 end as orders,
      k.id as claimant_id, case when ${isKnown(me)} then k.entity_id end as claimant_entity,
      case when ${isKnown(me)} then k.email end as claimant_email,
      b.name as claimant_name, b.license_number as claimant_license, b.type as claimant_type,
      c.email_matches, c.license_matches, c.type_matches, c.shown as status, c.seller_status, ${iso(CONFIRMABLE)} as confirmable_at,
      ${CONFIRMABLE} > now() as is_early, ${iso(sql`c.created_at`)} as created_at,
      case when c.shown in ('waiting', 'expired') then ${iso(sql`c.expires_at`)} end as expires_at
    from (select * from ${ofSides(sides, sql`${orderOf(asClaimant)} limit ${page.page * page.limit}`)} ${orderOf(asClaimant)} ${slice(page)}) c
      join ${entities} e on e.id = c.entity_id join ${entities} s on s.id = c.seller_id
      left join ${claimants} k on k.id = c.claimant_id left join ${entities} b on b.id = k.entity_id
    ${orderOf(asClaimant)}`,
);

export const countClaims = statement(
  [[[SIDE, SIDE]]],
  (sides: readonly Side[]) =>
    sql<{ total: number }>`select count(*)::int as total from ${ofSides(sides, sql``)}`,
);

/** Keeps a claim as it is until the transaction ends. */
export const lockClaimRow = statement(
  [[ID]],
  (id: string) => sql`select from ${claims} where id = ${id} for update`,
);

/** Expires claims that sellers didn't decide in time; what was offered meanwhile stays with its claimant. */
export const lockAndExpire = statement(
  [[1]],
  (limit: number) => sql<{ id: string }>`
    with due as materialized (
      select c.id from ${claims} c where c.seller_status = 'waiting' and c.expires_at <= now()
      order by c.expires_at limit ${limit} for update skip locked)
    update ${claims} c set seller_status = 'expired', status = case when c.status = 'waiting' then 'expired' else c.status end,
      updated_at = now() from due where c.id = due.id returning c.id`,
);
