import { sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import type { Actor } from '../../../kernel/actor';
import { collection, equals } from '../../../platform/db/collection';
import { byName } from '../../../platform/db/listing';
import { pageOf, rowsWhere } from '../../../platform/db/rows.sql';
import { ID, OWNER } from '../../../platform/db/samples';
import { statement } from '../../../platform/db/statement';
import { accounts } from '../../entities/customers/tables';
import { byExternalId } from '../../entities/external-ids/resource';
import { menus } from '../../menus/tables';
import { priceList } from './resource';
import { priceLists } from './tables';

const l = alias(priceLists, 'l');
type Owner = Pick<Actor, 'entity'>;

/** SQL: the price lists (alias `l`) of the caller's business. The only way to a row. */
export const ownLists = ({ entity }: Owner) => sql`l.entity_id = ${entity.id}`;

export const PRICE_LISTS = collection(priceList, {
  name: 'price-lists',
  visible: ownLists,
  sorts: { created_at: l.createdAt, name: byName(sql`l.name`) },
  fallback: 'created_at',
  keys: { created_at: 'timestamptz' },
  changed: l.updatedAt,
  filters: {
    external_id: byExternalId<Owner>('price_list', sql`l.id`),
    active: equals(l.active, z.boolean().meta({ description: 'false for those that are off' }), true),
  },
});
export const priceListPage = pageOf(PRICE_LISTS, OWNER);
/** Price lists as the resource. */
export const readPriceLists = rowsWhere(priceList, [[sql`l.id = ${ID} and ${ownLists(OWNER)}`]]);

export const countLists = statement(
  [[ID]],
  (entityId: string) =>
    sql<{ total: number }>`select count(*)::int as total from ${priceLists} where entity_id = ${entityId}`,
);

/** How many customers and menus have a list. */
export const customersWith = statement(
  [[ID]],
  (id: string) => sql<{ total: number }>`
    select (select count(*) from ${accounts} where price_list_id = ${id})::int
      + (select count(*) from ${menus} where price_list_id = ${id} and deleted_at is null)::int as total`,
);
