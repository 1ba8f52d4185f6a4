import { isForOwn } from '../../kernel/tiers';
import { knownMigrations } from '../../platform/db/lineage';
import { checkDatabase, migrateDatabase, withConnection } from '../../platform/db/migrate';
import { inTheWay, outlookOf } from '../../platform/db/migration-outlook';
import { type Command, readArguments } from './command';
import { withAddress } from './open-database';

const log = { warn: () => {} };

export const migrate: Command = {
  usage: 'migrate [--dry-run]',
  summary:
    'bring the schema up to date, as a start does; with --dry-run only list the pending migrations, what each statement blocks, and transactions that are in the way',

  run(args, { env, out, err }) {
    const { values } = readArguments({ args, options: { 'dry-run': { type: 'boolean' } } });
    return withAddress(env, async ({ url, direct, noteSchema }) => {
      if (values['dry-run']) {
        await checkDatabase(direct);
        await withConnection(direct, async (sql) => {
          const pending = await outlookOf(sql, knownMigrations());
          for (const { tag, raises, lines } of pending) {
            out.write(`${tag}${raises ? ' (processes of the version before stop writing)' : ''}\n`);
            for (const line of lines) out.write(`  ${line}\n`);
          }
          for (const line of await inTheWay(sql)) out.write(`in the way: ${line}\n`);
          out.write(
            pending.length === 1 ? '1 migration is pending\n' : `${pending.length} migrations are pending\n`,
          );
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
      out.write('the schema is up to date\n');
      return 0;
    });
  },
};
