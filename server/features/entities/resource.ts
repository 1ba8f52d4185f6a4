import { sql } from 'drizzle-orm';
import { exampleId, id, object, sqlOf, text, type Value } from '../../platform/db/fields';
import { entities } from './tables';

/** Parties of examples. */
export const SELLER = { id: exampleId('05'), name: 'Front Range Wholesale' };
export const BUYER = { id: exampleId('06'), name: 'Corner Dispensary' };

/** A business, by the column that refers to it. */
export function party(column: Value, description: string, example: typeof SELLER) {
  const name = sql`(select e.name from ${entities} e where e.id = ${sqlOf(column)})`;
  return object(
    {
      id: id(column, 'Id of the entity', example.id),
      name: text(name, 'Current name of the entity', example.name),
    },
    description,
  );
}
