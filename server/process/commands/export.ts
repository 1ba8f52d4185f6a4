import { createWriteStream, existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { entities } from '../../features/entities/tables';
import { archiveOf } from '../../features/tenants/export/archive';
import { Id } from '../../kernel/params';
import { storeAudit } from '../../platform/audit-log/record';
import { openStorage } from '../../platform/storage/storage';
import { type Command, CommandError, checkOptions, readArguments, UsageError } from './command';
import { byOperator } from './operator';

const Options = z.strictObject({ id: Id });

export const exportCommand: Command = {
  usage: 'export ENTITY_ID [FILE]',
  summary:
    'write an archive (tar) of what a business may take along: JSON lines for each table, its files, and a manifest of SHA-256',

  async run(args, { env, withDb, out }) {
    const { positionals } = readArguments({ args, options: {}, allowPositionals: true });
    const { id } = checkOptions(Options, { id: positionals[0] });
    if (positionals.length > 2) throw new UsageError('name one business and one file');
    const file = resolve(positionals[1] ?? `export-${id}.tar`);
    if (existsSync(file)) throw new CommandError(`${file} already exists. Name a new file.`);
    await withDb(async (db) => {
      const [found] = await db.select({ id: entities.id }).from(entities).where(sql`${entities.id} = ${id}`);
      if (!found) throw new CommandError(`no business has the id ${id}`);
      const storage = await openStorage(env);
      await archiveOf({ db, storage, dataDir: env.DATA_DIR }, id, (archive) =>
        pipeline(archive, createWriteStream(file, { mode: 0o600, flags: 'wx' })),
      );
      await storeAudit(db, [
        { ...byOperator(id), action: 'entity.exported', objectId: id, before: null, after: null },
      ]);
    });
    out.write(`${file}: the data of business ${id}\n`);
    return 0;
  },
};
