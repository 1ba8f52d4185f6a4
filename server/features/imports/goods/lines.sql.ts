import { sql } from 'drizzle-orm';
import { ID } from '../../../platform/db/samples';
import { statement } from '../../../platform/db/statement';
import { isOpenLine, OPEN_LINE, type OpenLine } from '../queries.sql';
import { importLines } from '../tables';

/** The open lines of the first receipt of a file that has some. */
export const linesOfReceipt = statement(
  [[ID, 1]],
  (importId: string, limit: number) => sql<OpenLine>`
    with next as (
      select l.data -> 'receipt' as receipt from ${importLines} l where ${isOpenLine(sql`${importId}`)} order by l.line limit 1
    )
    select ${OPEN_LINE} from next n join ${importLines} l on l.data -> 'receipt' = n.receipt
    where ${isOpenLine(sql`${importId}`)} order by l.line limit ${limit}`,
);
