import type { Repaired } from '../../platform/db/rollup.sql';
import { unhurried } from '../../platform/db/unhurried';
import { CHECKS } from './checks';
import { type Command, print, readArguments, UsageError } from './command';

/** Maximum number of repaired totals listed of a table; the rest are counted. */
const SHOWN = 100;
const REPAIRS = CHECKS.flatMap(({ name, repair }) => (repair ? [{ name, repair }] : []));
const options = { only: { type: 'string', multiple: true } } as const;

export const rebuild: Command = {
  usage: 'rebuild [--only NAME]…',
  summary:
    'count kept totals again from the stock, the ledger, the orders and the audit log, and repair those that differ, each table in ' +
    `one transaction; may run beside the server. NAME is one of ${REPAIRS.map(({ name }) => name).join(', ')}`,

  run(args, context) {
    const { values } = readArguments({ args, options });
    const unknown = values.only?.find((name) => !REPAIRS.some((one) => one.name === name));
    if (unknown !== undefined) throw new UsageError(`there is no kept total ${unknown}`);
    const chosen = REPAIRS.filter(({ name }) => values.only?.includes(name) ?? true);
    return context.withDb(async (db) => {
      const data: Array<{ name: string; repaired: number; shown: readonly Repaired[] }> = [];
      const lines: string[] = [];
      for (const { name, repair } of chosen) {
        const repaired = await unhurried(db, repair);
        for (const { key, kept, counted } of repaired.slice(0, SHOWN)) {
          lines.push(`${name} ${key}: ${kept || 'none'}, now ${counted || 'none'}`);
        }
        if (repaired.length > SHOWN) lines.push(`${name}: and ${repaired.length - SHOWN} more`);
        lines.push(`${name}: ${repaired.length === 0 ? 'right' : `${repaired.length} repaired`}`);
        data.push({ name, repaired: repaired.length, shown: repaired.slice(0, SHOWN) });
      }
      print(context, { data }, lines);
      return 0;
    });
  },
};
