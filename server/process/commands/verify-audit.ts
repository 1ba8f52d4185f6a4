import { changedRows, findBrokenSeals } from '../../platform/audit-log/verify';
import { type Command, type CommandContext, readArguments } from './command';
import { assertDataFolder, Differences, type Found, printFound } from './differences';

const number = new Intl.NumberFormat('en-US');

export const verifyAuditCommand: Command = {
  usage: 'verify-audit',
  summary:
    'compare every row of the audit log with the digest of its writing, and every seal with its rows; exit code 1 when one differs; changes nothing',

  async run(args, context) {
    readArguments({ args, options: {} });
    return printFound(context, await verifyAudit(context));
  },
};

/** Compares the audit log with its digests and seals. @throws CommandError without a data folder */
export async function verifyAudit({ env, withDb }: CommandContext): Promise<Found> {
  assertDataFolder(env);
  return withDb(async (db) => {
    let [read, erased] = [0, 0];
    const found = new Differences();
    for await (const batch of changedRows(db)) {
      read += batch.read;
      erased += batch.erased;
      for (const { id, entity_id, action, created_at } of batch.changed) {
        found.add(`${id} ${action} of business ${entity_id}, ${created_at}: changed after it was written`);
      }
    }
    const { broken, missing } = await findBrokenSeals(db);
    for (const { after, through, sealed_at, rows, present } of broken) {
      const there =
        present === rows ? 'not the rows that were sealed' : `${number.format(present)} are there`;
      found.add(
        `positions ${after + 1} to ${through}: ${number.format(rows)} rows sealed ${sealed_at}, ${there}`,
      );
    }
    for (const after of missing) found.add(`the seal up to position ${after} is missing`);
    const lost = `${number.format(erased)} ${erased === 1 ? 'row has' : 'rows have'} lost personal fields by erasing`;
    return found.end({ audit_rows: read, erased }, [
      ...(erased > 0 ? [lost] : []),
      `${number.format(read)} audit rows: ${found.counted}`,
    ]);
  });
}
