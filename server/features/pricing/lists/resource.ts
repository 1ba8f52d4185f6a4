import { sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { walkOf } from '../../../kernel/params';
import { count, exampleId, flag, id, text, time } from '../../../platform/db/fields';
import { resource, type ViewOf } from '../../../platform/db/resource';
import { accounts } from '../../entities/customers/tables';
import { externalIdsOfReader } from '../../entities/external-ids/resource';
import { priceLists, priceRules } from './tables';

const l = alias(priceLists, 'l');

export const priceList = resource(
  l,
  {
    id: id(l.id, 'Id of the price list', exampleId('61')),
    name: text(l.name, 'Name of the list', 'Gold'),
    discount_bps: count(
      l.discountBps,
      'Off the wholesale price of what has no price of its own in the list, in basis points',
      500,
    ),
    active: flag(l.active, 'Whether its customers get its prices', true),
    rule_count: count(
      sql`(select count(*)::int from ${priceRules} r where r.list_id = l.id)`,
      'Prices in the list',
    ),
    customers_count: count(
      sql`(select count(*)::int from ${accounts} a where a.price_list_id = l.id)`,
      'Customers that have the list',
    ),
    created_at: time(l.createdAt, 'When it was made'),
    updated_at: time(l.updatedAt, 'When the list or its prices last changed'),
    external_ids: externalIdsOfReader('price_list', sql`l.id`, sql`l.entity_id`),
  },
  { id: 'PriceList', description: 'Prices of your business for the customers that have the list' },
);
export const PriceList = priceList.schema;
export const PriceListList = walkOf(PriceList);
export type PriceListView = ViewOf<typeof priceList>;
