import { type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Actor } from '../../../kernel/actor';
import type { Page } from '../../../kernel/params';
import type { WeightUnit } from '../../../kernel/weights';
import { allOf, byName, iso, slice, uuids } from '../../../platform/db/listing';
import { ID, LIMITED, OWNER } from '../../../platform/db/samples';
import { statement } from '../../../platform/db/statement';
import { locations } from '../../entities/tables';
import { steps } from '../../products/queries.sql';
import { products, productVariants } from '../../products/tables';
import { isNamed } from '../queries.sql';
import { stockLevels } from '../tables';
import type { ListLevelsWanted } from './schema';
import { levelsWanted } from './tables';

type Viewer = Pick<Actor, 'entity' | 'locationIds'>;
type Filter = Omit<z.infer<typeof ListLevelsWanted>, keyof Page>;
const FILTER: Filter = { location_id: ID, variant_id: ID, search: 'x' };

/** What a location wants of a variant, with what it can sell of it. */
export interface WantedRow {
  product_id: string;
  product_name: string;
  variant_id: string;
  variant_name: string;
  sku: string;
  location_id: string;
  location_name: string;
  reorder_point: number | null;
  par: number | null;
  sellable: number;
  unit: WeightUnit | null;
  step: number | null;
  /** Null where nothing is wanted. */
  updated_at: string | null;
}

/** SQL: the levels wanted (alias `w`) of a member's business, in the locations they are limited to. The only way to a row. */
const visibleWanted = ({ entity, locationIds }: Viewer): SQL =>
  locationIds === null
    ? sql`w.entity_id = ${entity.id}`
    : sql`w.entity_id = ${entity.id} and w.location_id = any(${uuids(locationIds)})`;

/** SQL: whether something is wanted: a row may stay because it opened one of stock. */
const IS_WANTED = sql`num_nonnulls(w.reorder_point, w.par) > 0`;

const conditions = (actor: Viewer, { location_id, variant_id, search }: Filter): SQL =>
  allOf([
    visibleWanted(actor),
    IS_WANTED,
    location_id ? sql`w.location_id = ${location_id}` : undefined,
    variant_id ? sql`w.variant_id = ${variant_id}` : undefined,
    search ? isNamed(sql`w.variant_id`, sql`${actor.entity.id}::uuid`, search) : undefined,
  ]);

/** SQL: what a row `w` is of, and what its location can sell; a variant or location that was deleted has no row. */
const LISTED = sql`${levelsWanted} w join ${productVariants} v on v.id = w.variant_id and v.deleted_at is null
  join ${locations} l on l.id = w.location_id and l.deleted_at is null`;
const COLUMNS = sql`p.id as product_id, p.name as product_name, v.id as variant_id, v.name as variant_name, v.sku,
  l.id as location_id, l.name as location_name, w.reorder_point, w.par, ${steps},
  greatest(coalesce(s.available - s.blocked, 0), 0)::float8 as sellable, case when ${IS_WANTED} then ${iso(sql`w.updated_at`)} end as updated_at`;

export const wantedPage = statement(
  [
    [OWNER, FILTER, { page: 1, limit: 1 }],
    [LIMITED, {}, { page: 1, limit: 1 }],
  ],
  (actor: Viewer, filter: Filter, page: Page) => sql<WantedRow>`
    select ${COLUMNS} from ${LISTED} join ${products} p on p.id = v.product_id
      left join ${stockLevels} s on s.location_id = w.location_id and s.variant_id = w.variant_id
    where ${conditions(actor, filter)}
    order by ${byName(sql`p.name`)}, p.id, v.position, v.id, l.id ${slice(page)}`,
);

export const countWanted = statement(
  [
    [OWNER, FILTER],
    [LIMITED, {}],
  ],
  (actor: Viewer, filter: Filter) =>
    sql<{ total: number }>`select count(*)::int as total from ${LISTED} where ${conditions(actor, filter)}`,
);

/** A variant at a location. */
export interface PlaceOf {
  variant_id: string;
  location_id: string;
}

/** SQL: places in their order, as `a`. */
export const placesOf = (
  places: readonly PlaceOf[],
) => sql`unnest(${uuids(places.map(({ variant_id }) => variant_id))},
  ${uuids(places.map(({ location_id }) => location_id))}) with ordinality as a (variant_id, location_id, place)`;

/** What is wanted at places, in their order; of a place without anything the columns of it are null. */
export const wantedAt = statement(
  [[[{ variant_id: ID, location_id: ID }]]],
  (places: readonly PlaceOf[]) => sql<WantedRow>`
    select ${COLUMNS} from ${placesOf(places)} join ${productVariants} v on v.id = a.variant_id
      join ${products} p on p.id = v.product_id join ${locations} l on l.id = a.location_id
      left join ${levelsWanted} w on w.variant_id = a.variant_id and w.location_id = a.location_id
      left join ${stockLevels} s on s.variant_id = a.variant_id and s.location_id = a.location_id
    order by a.place`,
);
