import { sql } from 'drizzle-orm';
import { boolean, check, date, index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { STEP_UNITS } from '../../../kernel/weights';
import { cents, createdAt, id, isOneOf, reference, updatedAt } from '../../../platform/db/columns';
import { keep, plain } from '../../../platform/db/marks';
import { entities } from '../../entities/tables';
import { BUYER_TYPES, LICENSE_USES } from '../../entities/typed.schema';
import { CATEGORY_NAMES } from '../../products/categories';
import { TAX_BASES } from './schema';

/** A tax that a seller adds to its orders (decision 610). */
export const taxRules = pgTable(
  'tax_rules',
  {
    id: id(),
    entityId: reference('entity_id', () => entities.id),
    name: plain(text('name')).notNull(),
    basis: text('basis', { enum: TAX_BASES }).notNull(),
    /** Of the value, in ten-thousandths of a percent: 15 % is 150,000. */
    rate: integer('rate'),
    /** Per `weight_unit`, or per unit. */
    amountCents: cents('amount_cents'),
    weightUnit: text('weight_unit', { enum: STEP_UNITS }),
    /** Of goods; empty for all, as in the fields that follow. */
    categories: text('categories', { enum: CATEGORY_NAMES }).array().notNull().default(sql`'{}'`),
    buyerTypes: text('buyer_types', { enum: BUYER_TYPES }).array().notNull().default(sql`'{}'`),
    /** Of the license of the premises that receive. */
    use: text('use', { enum: LICENSE_USES }),
    /** Postal codes of the states where these lie. */
    states: plain(text('states')).array().notNull().default(sql`'{}'`),
    includeFreight: boolean('include_freight').notNull().default(false),
    /** Its first and last day, in the seller's calendar. */
    startsOn: date('starts_on'),
    endsOn: date('ends_on'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    check('tax_rules_basis', isOneOf(t.basis, TAX_BASES)),
    check(
      'tax_rules_amount',
      sql`case ${t.basis} when 'percent' then ${t.rate} between 0 and 1000000 and ${t.amountCents} is null
        else ${t.amountCents} between 0 and 999999999 and ${t.rate} is null and not ${t.includeFreight} end
        and (${t.weightUnit} is not null) = (${t.basis} = 'weight')`,
    ),
    check('tax_rules_days', sql`${t.startsOn} <= ${t.endsOn}`),
    index('tax_rules_by_age').on(t.entityId, t.createdAt, t.id),
  ],
);
keep(taxRules, { rows: 'entity_id', kept: 'records' });
