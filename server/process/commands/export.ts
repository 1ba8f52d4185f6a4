import { createWriteStream, existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { sql } from 'drizzle-orm';
import { entities } from '../../features/entities/tables';
import { archiveOf } from '../../features/tenants/export/archive';
import { storeAudit } from '../../platform/audit-log/record';
import { openStorage } from '../../platform/storage/storage';
import { type Command, CommandError, print, readArguments, UsageError } from './command';
import { byOperator } from './operator';
import { businessIdOf, readWho } from './who';

export const exportCommand: Command = {
  usage: 'export BUSINESS [FILE]',
  summary:
    'write an archive (tar) of what a business may take along: JSON lines for each table, its files, and a manifest of SHA-256',

  async run(args, context) {
    const { env } = context;
    const { positionals } = readArguments({ args, options: {}, allowPositionals: true });
    if (positionals.length > 2) throw new UsageError('name one business and one file');
    const who = readWho(positionals[0], 'business');
    const done = await context.withDb(async (db) => {
      const id = await businessIdOf(db, who);
      const file = resolve(positionals[1] ?? `export-${id}.tar`);
      if (existsSync(file)) throw new CommandError(`${file} already exists. Name a new file.`);
      const [found] = await db.select({ id: entities.id }).from(entities).where(sql`${entities.id} = ${id}`);
      if (!found) throw new CommandError(`no business has the id ${id}`);
      const storage = await openStorage(env);
      await archiveOf({ db, storage, dataDir: env.DATA_DIR }, id, (archive) =>
        pipeline(archive, createWriteStream(file, { mode: 0o600, flags: 'wx' })),
      );
      await storeAudit(db, [
        { ...byOperator(id), action: 'entity.exported', objectId: id, before: null, after: null },
      ]);
      return { id, file };
    });
    print(context, done, [`${done.file}: the data of business ${done.id}`]);
    return 0;
  },
};
