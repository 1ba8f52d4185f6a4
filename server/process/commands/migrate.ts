import { isForOwn } from '../../kernel/tiers';
import { knownMigrations } from '../../platform/db/lineage';
import { checkDatabase, migrateDatabase, withConnection } from '../../platform/db/migrate';
import { inTheWay, outlookOf } from '../../platform/db/migration-outlook';
import { type Command, print, readArguments } from './command';
import { withAddress } from './open-database';

const log = { warn: () => {} };

export const migrate: Command = {
  usage: 'migrate [--dry-run]',
  summary:
    'bring the schema up to date, as a start does; with --dry-run only list the pending migrations, what each statement blocks, and transactions that are in the way',

  run(args, context) {
    const { env, err } = context;
    const { values } = readArguments({ args, options: { 'dry-run': { type: 'boolean' } } });
    return withAddress(env, async ({ url, direct, noteSchema }) => {
      if (values['dry-run']) {
        await checkDatabase(direct);
        await withConnection(direct, async (sql) => {
          const pending = await outlookOf(sql, knownMigrations());
          const inWay = await inTheWay(sql);
          print(context, { data: pending, in_the_way: inWay }, [
            ...pending.flatMap(({ tag, raises, lines }) => [
              `${tag}${raises ? ' (processes of the version before stop writing)' : ''}`,
              ...lines.map((line) => `  ${line}`),
            ]),
            ...inWay.map((line) => `in the way: ${line}`),
            pending.length === 1 ? '1 migration is pending' : `${pending.length} migrations are pending`,
          ]);
        });
        return 0;
      }
      const say = (line: string) => void err.write(`${line}\n`);
      await migrateDatabase(direct, {
        log,
        say,
        isForOwn: isForOwn(env),
        ...(direct !== url && { pooledUrl: url }),
      });
      await noteSchema();
      print(context, { up_to_date: true }, ['the schema is up to date']);
      return 0;
    });
  },
};
