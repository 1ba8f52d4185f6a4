import { findUncountedSources, verifyLedger } from '../../features/inventory/ledger/verify';
import type { VerifiedItem } from '../../features/inventory/ledger/verify.sql';
import { findBrokenLedgerSeals, findUnsealedRows } from '../../features/inventory/seals/verify';
import type { UnsealedRow } from '../../features/inventory/seals/verify.sql';
import { unhurried } from '../../platform/db/unhurried';
import { CHECKS } from './checks';
import { type Command, type CommandContext, readArguments } from './command';
import { assertDataFolder, Differences, type Found, printFound } from './differences';

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
    'compare every balance of stock and every lot with its ledger, every ledger row with its seal, every stock level with its rooms, the kept totals with the stock, the orders and the audit log, and every invoice and credit note with what it is worked out from; exit code 1 when one differs; changes nothing',

  async run(args, context) {
    readArguments({ args, options: {} });
    return printFound(context, await checkLedger(context));
  },
};

/** Compares stock, ledger, seals and kept totals. @throws CommandError without a data folder */
export async function checkLedger({ env, withDb }: CommandContext): Promise<Found> {
  // A new and empty folder would have no differences either.
  assertDataFolder(env);
  return withDb(async (db) => {
    let [items, movements] = [0, 0];
    const found = new Differences();
    for await (const batch of verifyLedger(db)) {
      for (const item of batch) {
        items += 1;
        movements += item.movements;
        for (const difference of differencesOf(item)) found.add(`${item.id} ${item.sku}: ${difference}`);
      }
    }
    for (const { find } of CHECKS) for (const line of await unhurried(db, find)) found.add(line);
    for await (const rows of findUnsealedRows(db)) {
      for (const row of rows) found.add(`ledger row ${row.id}: ${sealDifference(row)}`);
    }
    const { broken, missing, backfilled } = await findBrokenLedgerSeals(db);
    for (const { after, through } of broken) {
      found.add(`ledger positions ${after + 1} to ${through}: the seal was changed after it was written`);
    }
    for (const after of missing) found.add(`ledger seal up to position ${after}: missing`);
    const uncounted = await findUncountedSources(db);
    return found.end({ balances: items, ledger_rows: movements, uncounted_sources: uncounted, backfilled }, [
      ...uncounted.map(
        ({ entity_id, lot_id, sources }) =>
          `${entity_id} lot ${lot_id}: its ${sources} sources don't count, another owns the product`,
      ),
      ...backfilled.map(
        ({ through, day }) =>
          `ledger rows up to position ${number.format(through)} were sealed after ${day}: a change before that day doesn't show`,
      ),
      `${number.format(items)} balances, ${number.format(movements)} ledger rows: ${found.counted}`,
    ]);
  });
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
