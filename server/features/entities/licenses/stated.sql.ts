import { sql } from 'drizzle-orm';
import { entities } from '../tables';
import { licenses } from './tables';

/** SQL: what a license `n` says, as a seller confirms it: without a last day of its own it has that of its business. */
export const statedBy = sql`jsonb_build_object('license_number', n.number, 'state', n.state, 'use', n.use, 'expires_on',
  coalesce(n.expires_on, (select m.license_expiry from ${entities} m where m.id = n.entity_id)))`;

/** SQL: whether the seller of an account `a` counts what a license `n` of the business `e` says as confirmed (decision 905). */
export const isConfirmed = sql`coalesce(e.managed_by = a.seller_id
  or a.confirmed @> jsonb_build_array(${statedBy}), false)`;

/** SQL: the oldest license of a business `e` that a seller (account `a`) has confirmed, first of those for all premises, as it says. */
export const confirmedLicense = sql`(select ${statedBy} from ${licenses} n where n.entity_id = e.id and ${isConfirmed}
  order by n.location_id is not null, n.created_at, n.id limit 1)`;

/** SQL: what the seller confirmed last of a license that says something else now. */
export const formerlyConfirmed = sql`(select y.one - 'confirmed_at' from jsonb_array_elements(a.confirmed) y (one)
  where not exists (select from ${licenses} n where n.entity_id = e.id and y.one @> ${statedBy})
  order by y.one->>'confirmed_at' desc limit 1)`;
