import { type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Actor } from '../../../kernel/actor';
import { among, collection } from '../../../platform/db/collection';
import { byName } from '../../../platform/db/listing';
import { pageOf, rowsWhere } from '../../../platform/db/rows.sql';
import { ID, OWNER } from '../../../platform/db/samples';
import { statement } from '../../../platform/db/statement';
import { entities } from '../../entities/tables';
import { taxRule } from './resource';
import { TaxBasis } from './schema';
import { taxRules } from './tables';

const t = alias(taxRules, 't');

/** SQL: the tax rules (alias `t`) of the caller's business. The only way to a row. */
export const ownTaxRules = ({ entity }: Pick<Actor, 'entity'>) => sql`t.entity_id = ${entity.id}`;

export const TAX_RULES = collection(taxRule, {
  name: 'tax-rules',
  visible: ownTaxRules,
  sorts: { created_at: t.createdAt, name: byName(sql`t.name`) },
  fallback: 'created_at',
  keys: { created_at: 'timestamptz' },
  changed: t.updatedAt,
  filters: { basis: among(t.basis, TaxBasis) },
});
export const taxRulePage = pageOf(TAX_RULES, OWNER);
/** Tax rules as the resource. */
export const readTaxRules = rowsWhere(taxRule, [[sql`t.id = ${ID} and ${ownTaxRules(OWNER)}`]]);

export const countTaxRules = statement(
  [[ID]],
  (entityId: string) =>
    sql<{ total: number }>`select count(*)::int as total from ${taxRules} where entity_id = ${entityId}`,
);

/** SQL: a seller's day, now or at a moment. */
export const dayOf = (sellerId: SQL, moment = sql`now()`): SQL =>
  sql`(select (${moment} at time zone d.timezone)::date from ${entities} d where d.id = ${sellerId})`;

/** SQL: the rules of a seller that are current on a day, as JSON of `CurrentRule`; null without any. */
export const currentRules = (sellerId: SQL, day: SQL): SQL => sql`(
  select json_agg(json_build_object('id', t.id, 'name', t.name, 'basis', t.basis, 'rate', t.rate, 'cents', t.amount_cents,
      'unit', t.weight_unit, 'categories', t.categories, 'includeFreight', t.include_freight, 'buyerTypes', t.buyer_types,
      'use', t.use, 'states', t.states) order by t.created_at, t.id)
  from ${taxRules} t where t.entity_id = ${sellerId}
    and ${day} between coalesce(t.starts_on, '-infinity') and coalesce(t.ends_on, 'infinity'))`;
