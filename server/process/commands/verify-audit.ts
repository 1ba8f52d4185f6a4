import { existsSync } from 'node:fs';
import { changedRows, findBrokenSeals } from '../../platform/audit-log/verify';
import { type Command, CommandError, readArguments } from './command';

/** Maximum number of changed rows listed; the rest are counted. */
const SHOWN = 100;
const number = new Intl.NumberFormat('en-US');

export const verifyAuditCommand: Command = {
  usage: 'verify-audit',
  summary:
    'compare every row of the audit log with the digest of its writing, and every seal with its rows; exit code 1 when one differs; changes nothing',

  run(args, { env, withDb, out }) {
    readArguments({ args, options: {} });
    if (!env.DATABASE_URL && !existsSync(env.DATA_DIR)) {
      throw new CommandError(`there is no data folder ${env.DATA_DIR}`);
    }
    return withDb(async (db) => {
      let [read, erased, differences] = [0, 0, 0];
      const tell = (difference: string) => {
        differences += 1;
        if (differences <= SHOWN) out.write(`${difference}\n`);
      };
      for await (const batch of changedRows(db)) {
        read += batch.read;
        erased += batch.erased;
        for (const { id, entity_id, action, created_at } of batch.changed) {
          tell(`${id} ${action} of business ${entity_id}, ${created_at}: changed after it was written`);
        }
      }
      const { broken, missing } = await findBrokenSeals(db);
      for (const { after, through, sealed_at, rows, present } of broken) {
        const found =
          present === rows ? 'not the rows that were sealed' : `${number.format(present)} are there`;
        tell(
          `positions ${after + 1} to ${through}: ${number.format(rows)} rows sealed ${sealed_at}, ${found}`,
        );
      }
      for (const after of missing) tell(`the seal up to position ${after} is missing`);
      if (differences > SHOWN) out.write(`and ${number.format(differences - SHOWN)} more\n`);
      if (erased > 0)
        out.write(
          `${number.format(erased)} ${erased === 1 ? 'row has' : 'rows have'} lost personal fields by erasing\n`,
        );
      const count = differences === 0 ? 'no' : number.format(differences);
      out.write(
        `${number.format(read)} audit rows: ${count} ${differences === 1 ? 'difference' : 'differences'}\n`,
      );
      return differences === 0 ? 0 : 1;
    });
  },
};
