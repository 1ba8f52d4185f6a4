import { sql } from 'drizzle-orm';
import { texts, uuids } from '../../../platform/db/listing';
import { ID } from '../../../platform/db/samples';
import { statement } from '../../../platform/db/statement';
import type { LeasedRun } from '../runs/leased-run';
import { posPackages } from '../tables';

type Run = Pick<LeasedRun, 'id'> & { connection: Pick<LeasedRun['connection'], 'id'> };
const RUN: Run = { id: ID, connection: { id: ID } };

/** @param here every row where packages are; they are nowhere else */
export const emptyPackages = statement(
  [[RUN, [], []]],
  (run: Run, gone: readonly string[], here: ReadonlyArray<{ itemId: string; package: string }>) => {
    const names = texts(here.map((one) => one.package));
    return sql<{ item_id: string }>`
    update ${posPackages} p set quantity = 0, run_id = ${run.id}
    where p.connection_id = ${run.connection.id} and p.quantity > 0 and (p.package = any(${texts(gone)})
      or p.package = any(${names}) and not exists (
        select from unnest(${uuids(here.map(({ itemId }) => itemId))}, ${names}) as h (item_id, package)
        where h.item_id = p.item_id and h.package = p.package))
    returning p.item_id`;
  },
);
