import { sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import { walkOf } from '../../../kernel/params';
import {
  arrayOf,
  day,
  exampleId,
  flag,
  id,
  oneOf,
  percentage,
  price,
  text,
  texts,
  time,
  wordOf,
} from '../../../platform/db/fields';
import { resource, type ViewOf } from '../../../platform/db/resource';
import { LicenseUse } from '../../entities/licenses/schema';
import { BUYER_TYPES } from '../../entities/typed.schema';
import { CATEGORY_NAMES } from '../../products/categories';
import { TaxBasis, TaxWeightUnit } from './schema';
import { taxRules } from './tables';

const t = alias(taxRules, 't');

export const taxRule = resource(
  t,
  {
    id: id(t.id, 'Id of the tax rule', exampleId('71')),
    name: text(t.name, 'Name on orders and invoices', 'Wholesale excise'),
    basis: oneOf(TaxBasis)(t.basis),
    rate: percentage.orNull(sql`t.rate::float8 / 10000`, 'In percent; null unless `percent`', 15),
    amount: price(t.amountCents, 'In US dollars, per `weight_unit` or per unit; null for `percent`'),
    weight_unit: wordOf(TaxWeightUnit)(t.weightUnit, 'What `amount` is for; null unless `weight`'),
    categories: arrayOf(z.enum(CATEGORY_NAMES))(
      t.categories,
      'Categories of the goods that it taxes; empty for all',
      ['flower'],
    ),
    buyer_types: arrayOf(z.enum(BUYER_TYPES))(
      t.buyerTypes,
      'Types of the buyers that it is charged to; empty for all',
    ),
    use: wordOf(LicenseUse)(
      t.use,
      'Market that a license of the receiving premises must be for; null for any',
    ),
    states: texts(t.states, 'States of the receiving premises, as postal codes; empty for all', ['NV']),
    include_freight: flag(t.includeFreight, 'Whether freight and fees are taxed, too, where it taxes a line'),
    starts_on: day(t.startsOn, 'First day of the orders that it taxes; null for no beginning'),
    ends_on: day(t.endsOn, 'Last day of the orders that it taxes; null for no end'),
    created_at: time(t.createdAt, 'When it was added'),
    updated_at: time(t.updatedAt, 'When it last changed'),
  },
  { id: 'TaxRule', description: 'A tax that your business adds to orders that it sells' },
);
export const TaxRule = taxRule.schema;
export const TaxRuleList = walkOf(TaxRule);
export type TaxRuleView = ViewOf<typeof taxRule>;
