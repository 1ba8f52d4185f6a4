import type { Db } from '../../../platform/db/client';
import { listsRead, rowsAfter } from './run.sql';
import type { Row, VendorRows } from './vendors/row';

const AT_ONCE = 500;

/** The rows that a migration has read, list by list in the order of the source. */
export async function openRows(db: Db, migrationId: string): Promise<VendorRows> {
  const names = (await listsRead(db, migrationId)).map(({ list }) => list);
  return {
    names,
    async *each(list: string): AsyncGenerator<Row> {
      let [position, sourceId] = [-1, ''];
      for (;;) {
        const rows = await rowsAfter(db, migrationId, list, position, sourceId, AT_ONCE);
        for (const { row } of rows) yield row;
        const last = rows.at(-1);
        if (!last || rows.length < AT_ONCE) return;
        [position, sourceId] = [last.position, last.source_id];
      }
    },
  };
}
