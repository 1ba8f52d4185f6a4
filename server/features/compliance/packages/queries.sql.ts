import { type SQL, sql } from 'drizzle-orm';
import type { Actor } from '../../../kernel/actor';
import type { Page } from '../../../kernel/params';
import { iso, slice } from '../../../platform/db/listing';
import { ID, LIMITED, OWNER } from '../../../platform/db/samples';
import { statement } from '../../../platform/db/statement';
import { inventoryItems, inventoryLots } from '../../inventory/tables';
import { lots } from '../../lots/tables';
import { productVariants } from '../../products/tables';
import { withinLocations } from '../connections/queries.sql';
import { complianceJobs, compliancePackages, complianceSites } from '../tables';
import type { PackageState } from '../words';

/** SQL: what one of a unit is, in billionths of a gram or of a liter; and of which of both. */
const size = (
  unit: SQL,
) => sql`case ${unit} when 'mg' then 1000000 when 'Milligrams' then 1000000 when 'g' then 1000000000
  when 'Grams' then 1000000000 when 'kg' then 1000000000000 when 'Kilograms' then 1000000000000 when 'oz' then 28349523125
  when 'Ounces' then 28349523125 when 'lb' then 453592370000 when 'Pounds' then 453592370000 when 'ml' then 1000000
  when 'Milliliters' then 1000000 when 'l' then 1000000000 when 'Liters' then 1000000000 end::numeric`;
const isVolume = (unit: SQL) => sql`${unit} in ('ml', 'l', 'Milliliters', 'Liters')`;

export interface PackageRow {
  location_id: string;
  package_tag: string;
  sku: string | null;
  item_name: string | null;
  ours: number | null;
  theirs: number | null;
  unit: string | null;
  state: PackageState | null;
  difference: boolean;
  open_jobs: number;
  seen_at: string | null;
}

interface Asked {
  location_id?: string | undefined;
  difference?: 'true' | 'false' | undefined;
}

const whichSites = (actor: Actor, { location_id }: Asked) => sql`cs.entity_id = ${actor.entity.id}
  and ${withinLocations(actor, sql`cs.location_id`)} ${location_id === undefined ? sql`` : sql`and cs.location_id = ${location_id}`}`;

/** SQL: whether all lists of a license (alias `cs`) were read once. */
const IS_WALKED = sql`coalesce((cs.reading #>> '{labels,done}')::boolean and (cs.reading #>> '{packages.active,done}')::boolean
  and (cs.reading #>> '{packages.onhold,done}')::boolean and (cs.reading #>> '{packages.inactive,done}')::boolean
  and (cs.reading #>> '{packages.intransit,done}')::boolean, false)`;

/** SQL: packages with units here or in the state's lists, compared. Units are compared exactly, weights to five decimals. */
function compared(actor: Actor, asked: Asked): SQL {
  const unitSize = size(sql`p.unit`);
  const perUnit = sql`case when h.step is not null then h.step::numeric / 10000 * ${size(sql`h.unit`)} else h.weight * ${size(sql`h.weight_unit`)} end`;
  const ownUnit = sql`case when h.step is not null then h.unit else h.weight_unit end`;
  const fits = sql`(${isVolume(sql`p.unit`)}) is not distinct from (${isVolume(ownUnit)})`;
  return sql`
    with sites as (
      select cs.location_id, ${IS_WALKED} as walked from ${complianceSites} cs where ${whichSites(actor, asked)}
    ), held as (
      select i.location_id, l.package_tag as tag, min(i.sku) as sku, sum(x.quantity) as quantity, v.step, v.unit, v.weight, v.weight_unit
      from sites s join ${inventoryItems} i on i.location_id = s.location_id join ${inventoryLots} x on x.inventory_item_id = i.id
        join ${lots} l on l.id = x.lot_id join ${productVariants} v on v.id = i.variant_id
      where x.quantity > 0 and l.package_tag is not null
      group by i.location_id, l.package_tag, v.id
    ), theirs as (
      select p.* from ${compliancePackages} p join sites s on s.location_id = p.location_id
    ), paired as (
      select coalesce(h.location_id, p.location_id) as location_id, coalesce(h.tag, p.tag) as package_tag, h.sku, p.item_name, p.unit,
        p.state, p.quantity as theirs, p.seen_at, p.tag is not null as seen,
        case when h.tag is null then 0 when p.unit is null or p.unit = 'Each' then case when h.step is null or p.unit is null then h.quantity end
          when ${fits} then round(h.quantity * ${perUnit} / ${unitSize}, 5) end as ours
      from held h full join theirs p on p.location_id = h.location_id and p.tag = h.tag
    ), judged as (
      select r.*, case when not r.seen then s.walked when r.theirs is null then r.ours > 0 else r.ours is distinct from r.theirs end as difference
      from paired r join sites s on s.location_id = r.location_id
      where r.sku is not null or (r.theirs > 0 and r.state in ('active', 'onhold'))
    ), asked as (
      select * from judged where ${asked.difference === 'true' ? sql`difference` : asked.difference === 'false' ? sql`not difference` : sql`true`}
    )`;
}

const SAMPLES: Array<[Actor, Asked]> = [
  [OWNER, {}],
  [LIMITED, { location_id: ID, difference: 'true' }],
  [LIMITED, { difference: 'false' }],
];

export const packagePage = statement(
  SAMPLES.map(([actor, asked]) => [actor, asked, { page: 1, limit: 1 }] as [Actor, Asked, Page]),
  (actor: Actor, asked: Asked, page: Page) => sql<PackageRow>`${compared(actor, asked)}
    select a.location_id, a.package_tag, a.sku, a.item_name, a.ours::float8 as ours, a.theirs::float8 as theirs, a.unit, a.state,
      a.difference, (select count(*)::int from ${complianceJobs} j where j.entity_id = ${actor.entity.id} and j.subject = a.package_tag
        and j.location_id = a.location_id and j.status in ('needs_data', 'review', 'ready', 'sending', 'unknown', 'rejected')) as open_jobs,
      ${iso(sql`a.seen_at`)} as seen_at
    from asked a order by a.package_tag, a.location_id ${slice(page)}`,
);

export const countPackages = statement(
  SAMPLES,
  (actor: Actor, asked: Asked) =>
    sql<{ total: number }>`${compared(actor, asked)} select count(*)::int as total from asked`,
);

export const packagesComplete = statement(
  SAMPLES,
  (actor: Actor, asked: Asked) => sql<{ complete: boolean }>`
    select coalesce(bool_and(${IS_WALKED}), true) as complete from ${complianceSites} cs where ${whichSites(actor, asked)}`,
);
