import { type SQL, sql } from 'drizzle-orm';
import { flatTax } from '../../pricing/document';

/**
 * SQL: JSON text of the tax lines of an order: those that it keeps, or the one of its seller's rate, written from its columns.
 * @param alias of the order
 */
export function taxLinesOf(alias: 'o'): SQL {
  const column = (name: string) => sql.raw(`${alias}.${name}`);
  const dollars = (cents: SQL) => sql`(${cents})::float8 / 100`;
  const base = sql`${column('subtotal_cents')} - ${column('discount_cents')}`;
  return sql`case when ${column('tax_lines')} is not null then ${column('tax_lines')}::text
    when ${column('tax_rate_bps')} = 0 or ${base} = 0 then '[]'
    else '[{"rule_id":null,"name":"${sql.raw(flatTax(0).name)}","base":' || ${dollars(base)} || ',"rate":' || ${dollars(column('tax_rate_bps'))}
      || ',"amount":' || ${dollars(column('tax_cents'))} || '}]' end`;
}
