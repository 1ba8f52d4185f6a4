import { unhurried } from '../../platform/db/unhurried';
import { CHECKS } from './checks';
import { type Command, readArguments, UsageError } from './command';

/** Maximum number of repaired totals listed of a table; the rest are counted. */
const SHOWN = 100;
const REPAIRS = CHECKS.flatMap(({ name, repair }) => (repair ? [{ name, repair }] : []));
const options = { only: { type: 'string', multiple: true } } as const;

export const rebuild: Command = {
  usage: 'rebuild [--only NAME]…',
  summary:
    'count kept totals again from the stock, the ledger, the orders and the audit log, and repair those that differ, each table in ' +
    `one transaction; may run beside the server. NAME is one of ${REPAIRS.map(({ name }) => name).join(', ')}`,

  run(args, { withDb, out }) {
    const { values } = readArguments({ args, options });
    const unknown = values.only?.find((name) => !REPAIRS.some((one) => one.name === name));
    if (unknown !== undefined) throw new UsageError(`there is no kept total ${unknown}`);
    const chosen = REPAIRS.filter(({ name }) => values.only?.includes(name) ?? true);
    return withDb(async (db) => {
      for (const { name, repair } of chosen) {
        const repaired = await unhurried(db, repair);
        for (const { key, kept, counted } of repaired.slice(0, SHOWN)) {
          out.write(`${name} ${key}: ${kept || 'none'}, now ${counted || 'none'}\n`);
        }
        if (repaired.length > SHOWN) out.write(`${name}: and ${repaired.length - SHOWN} more\n`);
        out.write(`${name}: ${repaired.length === 0 ? 'right' : `${repaired.length} repaired`}\n`);
      }
      return 0;
    });
  },
};
