import type { Db } from '../../../platform/db/client';
import { type CheckContext, type CheckedLine, emptyLine, type Values } from '../lines/line';
import type { MigrationContext } from '../migrations/context';
import type { Item } from '../migrations/items.sql';
import { itemsOf, joinNotes, sourced } from '../migrations/keeping';
import { openProducts, productOf } from '../migrations/references';
import { openStockCheck } from './lines';
import type { ReadLine } from './read';

/**
 * Checks stock of a migration: it is counted in once for each row of the source, and follows the source only where the migration says so.
 * Stock of products that it brings before is checked once more before it is applied.
 */
export function openMovedStock(ctx: CheckContext, migration: MigrationContext) {
  const check = openStockCheck(ctx);
  return async (db: Db, lines: readonly unknown[]): Promise<CheckedLine[]> => {
    const read = lines as readonly ReadLine[];
    const refOf = ({ sku, externalId }: ReadLine) => ({ sku, productId: externalId?.value });
    const led = await openProducts(db, migration.entityId, migration, read.map(refOf));
    const items = await itemsOf(db, migration, 'inventory', read);
    const done = new Map<number, CheckedLine>();
    for (const one of read) {
      const item = items.get(one.source?.id ?? '');
      if (item?.stock_set_at && migration.settings.inventory !== 'set' && one.errors.length === 0) {
        done.set(one.line, { ...shownOf(one), outcome: 'unchanged', note: differenceOf(one, item) });
        continue;
      }
      const to = led(refOf(one));
      const product = productOf(one.errors, to, refOf(one));
      if (product) {
        one.sku = product.sku;
        one.externalId = undefined;
      } else {
        const after: Values = { quantity: one.target ?? null };
        done.set(one.line, {
          ...shownOf(one),
          ...(one.errors.length === 0 && { outcome: 'create', after, imported: after }),
        });
      }
    }
    const checked = await check(
      db,
      read.filter(({ line }) => !done.has(line)),
    );
    for (const line of checked) {
      const one = read.find((each) => each.line === line.line);
      done.set(line.line, {
        ...line,
        imported: { quantity: one?.target ?? null },
        note: joinNotes(line.note),
      });
    }
    return read.map(({ line, source }) => sourced(done.get(line) ?? emptyLine(line), source));
  };
}

const shownOf = ({ line, errors, sku, location, room }: ReadLine): CheckedLine => ({
  ...{ ...emptyLine(line), errors, sku: sku ?? null, location: location?.name ?? null, roomType: room },
  ...(location && { locationId: location.id }),
});

function differenceOf({ target }: ReadLine, { imported }: Item): string | null {
  if (target === undefined || imported.quantity === target) return null;
  return `quantity: ${imported.quantity} were counted in; the source says ${target} now.`;
}
