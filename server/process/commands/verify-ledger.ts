import { existsSync } from 'node:fs';
import { findBrokenLedgerSeals, findUnsealedRows } from '../../features/inventory/seals/verify';
import type { UnsealedRow } from '../../features/inventory/seals/verify.sql';
import { ANY_ROOM } from '../../features/inventory/tables';
import {
  findUncountedSources,
  findWrongInStock,
  findWrongLevels,
  findWrongLots,
  findWrongStockFlows,
  findWrongStockTotals,
  verifyLedger,
} from '../../features/inventory/verify';
import type { VerifiedItem, WrongLevel, WrongLot } from '../../features/inventory/verify.sql';
import {
  findWrongPurchases,
  findWrongReach,
  findWrongSales,
  findWrongTotals,
  findWrongWindows,
} from '../../features/orders/verify';
import { findWrongAuditTotals } from '../../platform/audit-log/verify';
import { type Command, CommandError, readArguments } from './command';

/** Maximum number of differences listed; the rest are counted. */
const SHOWN = 100;
const number = new Intl.NumberFormat('en-US');

function sealDifference({ what, item_id, created_at, sealed_at }: UnsealedRow): string {
  if (what === 'missing') return `sealed ${sealed_at}, and no longer there`;
  const row = `of balance ${item_id}, ${created_at}`;
  return what === 'added'
    ? `${row}: not among the rows sealed ${sealed_at}`
    : `${row}: changed after it was sealed`;
}

export const verifyLedgerCommand: Command = {
  usage: 'verify-ledger',
  summary:
    'compare every balance of stock and every lot with its ledger, every ledger row with its seal, every stock level with its rooms, and the kept totals with the stock, the orders and the audit log; exit code 1 when one differs; changes nothing',

  run(args, { env, withDb, out }) {
    readArguments({ args, options: {} });
    // A new and empty folder would have no differences either.
    if (!env.DATABASE_URL && !existsSync(env.DATA_DIR)) {
      throw new CommandError(`there is no data folder ${env.DATA_DIR}`);
    }
    return withDb(async (db) => {
      const seen = { items: 0, movements: 0, differences: 0 };
      const tell = (name: string, difference: string) => {
        seen.differences += 1;
        if (seen.differences <= SHOWN) out.write(`${name}: ${difference}\n`);
      };
      for await (const batch of verifyLedger(db)) {
        for (const item of batch) {
          seen.items += 1;
          seen.movements += item.movements;
          for (const difference of differencesOf(item)) tell(`${item.id} ${item.sku}`, difference);
        }
      }
      for (const { location_id, sku, ...level } of await findWrongLevels(db)) {
        tell(`${location_id} ${sku}`, levelDifference(level));
      }
      for (const total of await findWrongTotals(db)) {
        const { entity_id, placed_at, status, orders, counted } = total;
        tell(
          `${entity_id} ${status} orders of ${placed_at}`,
          `total ${orders}, counted ${counted}, or their units or value`,
        );
      }
      for (const { entity_id, day, product_id, units, counted } of await findWrongSales(db)) {
        tell(
          `${entity_id} sales of ${product_id} on ${day}`,
          `units ${units}, counted ${counted}, or their value`,
        );
      }
      for (const { location_id, room_type, items, counted } of await findWrongStockTotals(db)) {
        tell(
          `${location_id} ${room_type.replace(ANY_ROOM, 'stock levels')}`,
          `total ${items}, counted ${counted}, or their units or value`,
        );
      }
      for (const { variant_id, levels, counted } of await findWrongInStock(db)) {
        tell(`${variant_id} locations with units to sell`, `total ${levels}, counted ${counted}`);
      }
      for (const { location_id, room_type, moved_at, kept, counted } of await findWrongStockFlows(db)) {
        const what = moved_at === null ? 'worth' : `sales of ${moved_at}`;
        tell(`${location_id} ${room_type}`, `${what} ${kept}, counted ${counted}`);
      }
      for (const { entity_id, action, rows, counted } of await findWrongAuditTotals(db)) {
        tell(`${entity_id} audit rows of ${action}`, `total ${rows}, counted ${counted}`);
      }
      for (const { entity_id, days, product_id, units, counted } of await findWrongWindows(db)) {
        tell(
          `${entity_id} sales of ${product_id} in ${days} days`,
          `units ${units}, counted ${counted}, or their value`,
        );
      }
      for (const { entity_id, variant_id, lines, counted } of await findWrongPurchases(db)) {
        tell(`${entity_id} purchases of ${variant_id}`, `lines ${lines}, counted ${counted}`);
      }
      for (const { entity_id, kind, id, kept } of await findWrongReach(db)) {
        tell(
          `${entity_id} ${kind} ${id}`,
          kept ? 'may be read, but by no rule' : "can't be read, but should be",
        );
      }
      for (const wrong of await findWrongLots(db)) tell(wrong.item_id, lotDifference(wrong));
      for await (const rows of findUnsealedRows(db)) {
        for (const row of rows) tell(`ledger row ${row.id}`, sealDifference(row));
      }
      const { broken, missing, backfilled } = await findBrokenLedgerSeals(db);
      for (const { after, through } of broken) {
        tell(`ledger positions ${after + 1} to ${through}`, 'the seal was changed after it was written');
      }
      for (const after of missing) tell(`ledger seal up to position ${after}`, 'missing');
      for (const { entity_id, lot_id, sources } of await findUncountedSources(db)) {
        out.write(
          `${entity_id} lot ${lot_id}: its ${sources} sources don't count, another owns the product\n`,
        );
      }
      const more = seen.differences - SHOWN;
      if (more > 0) out.write(`and ${number.format(more)} more\n`);
      for (const { through, day } of backfilled) {
        out.write(
          `ledger rows up to position ${number.format(through)} were sealed after ${day}: a change before that day doesn't show\n`,
        );
      }
      const [items, movements] = [number.format(seen.items), number.format(seen.movements)];
      out.write(`${items} balances, ${movements} ledger rows: ${countOf(seen.differences)}\n`);
      return seen.differences === 0 ? 0 : 1;
    });
  },
};

function levelDifference(level: Omit<WrongLevel, 'location_id' | 'sku'>) {
  const { available, in_rooms, quantity, all_rooms, reserved, all_reserved, blocked, in_lots } = level;
  const { worth, worth_in_rooms, expires_on, first_in_lots } = level;
  if (available !== in_rooms) return `stock level ${available ?? 'missing'}, rooms ${in_rooms ?? 'none'}`;
  if (quantity !== all_rooms) return `units ${quantity ?? 'missing'}, rooms ${all_rooms ?? 'none'}`;
  if (reserved !== all_reserved) return `reserved ${reserved ?? 'missing'}, rooms ${all_reserved ?? 'none'}`;
  if (worth !== worth_in_rooms) return `worth ${worth ?? 'missing'}, rooms ${worth_in_rooms ?? 'none'}`;
  if (expires_on !== first_in_lots)
    return `expires ${expires_on ?? 'never'}, lots ${first_in_lots ?? 'never'}`;
  return `blocked units ${blocked ?? 'missing'}, lots ${in_lots}`;
}

function lotDifference({ lot, quantity, reserved_quantity, ...expected }: WrongLot): string {
  const [name, source] = lot === null ? ['lots', 'their sum'] : [`lot ${lot}`, 'ledger'];
  const { expected_quantity, expected_reserved } = expected;
  return `${name} ${quantity ?? 'missing'} (${reserved_quantity ?? 0} reserved), ${source} ${expected_quantity ?? 'none'} (${expected_reserved ?? 0})`;
}

function countOf(differences: number): string {
  if (differences === 0) return 'no differences';
  return differences === 1 ? '1 difference' : `${number.format(differences)} differences`;
}

function differencesOf(item: VerifiedItem): string[] {
  const differences: string[] = [];
  if (item.quantity !== item.ledger_quantity) {
    differences.push(`balance ${item.quantity}, ledger ${item.ledger_quantity}`);
  }
  if (item.reserved_quantity !== item.ledger_reserved) {
    differences.push(`reserved balance ${item.reserved_quantity}, ledger ${item.ledger_reserved}`);
  }
  if (item.broken > 0) {
    const rows = item.broken === 1 ? '1 ledger row does' : `${number.format(item.broken)} ledger rows do`;
    differences.push(`${rows} not follow from the one before, the first is ${item.first_broken}`);
  }
  return differences;
}
