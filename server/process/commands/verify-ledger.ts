import { existsSync } from 'node:fs';
import { findUncountedSources, verifyLedger } from '../../features/inventory/ledger/verify';
import type { VerifiedItem } from '../../features/inventory/ledger/verify.sql';
import { findBrokenLedgerSeals, findUnsealedRows } from '../../features/inventory/seals/verify';
import type { UnsealedRow } from '../../features/inventory/seals/verify.sql';
import { unhurried } from '../../platform/db/unhurried';
import { CHECKS } from './checks';
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
    'compare every balance of stock and every lot with its ledger, every ledger row with its seal, every stock level with its rooms, the kept totals with the stock, the orders and the audit log, and every invoice and credit note with what it is worked out from; exit code 1 when one differs; changes nothing',

  run(args, { env, withDb, out }) {
    readArguments({ args, options: {} });
    // A new and empty folder would have no differences either.
    if (!env.DATABASE_URL && !existsSync(env.DATA_DIR)) {
      throw new CommandError(`there is no data folder ${env.DATA_DIR}`);
    }
    return withDb(async (db) => {
      const seen = { items: 0, movements: 0, differences: 0 };
      const tell = (difference: string) => {
        seen.differences += 1;
        if (seen.differences <= SHOWN) out.write(`${difference}\n`);
      };
      for await (const batch of verifyLedger(db)) {
        for (const item of batch) {
          seen.items += 1;
          seen.movements += item.movements;
          for (const difference of differencesOf(item)) tell(`${item.id} ${item.sku}: ${difference}`);
        }
      }
      for (const { find } of CHECKS) for (const line of await unhurried(db, find)) tell(line);
      for await (const rows of findUnsealedRows(db)) {
        for (const row of rows) tell(`ledger row ${row.id}: ${sealDifference(row)}`);
      }
      const { broken, missing, backfilled } = await findBrokenLedgerSeals(db);
      for (const { after, through } of broken) {
        tell(`ledger positions ${after + 1} to ${through}: the seal was changed after it was written`);
      }
      for (const after of missing) tell(`ledger seal up to position ${after}: missing`);
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
