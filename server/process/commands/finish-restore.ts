import { sql } from 'drizzle-orm';
import { entities } from '../../features/entities/tables';
import { replayErasures } from '../../features/tenants/erasure/erase';
import type { Env } from '../../kernel/env';
import { isForOwn } from '../../kernel/tiers';
import { openDatabase } from '../../platform/db/client';
import { migrateDatabase } from '../../platform/db/migrate';
import { leaveGaps, raiseEpoch } from '../../platform/outbox/epoch.sql';
import { authSecrets } from '../../platform/secrets/auth-secret';
import { acceptSecret } from '../../platform/secrets/check';
import { SecretCipher } from '../../platform/secrets/cipher';
import { erasureLists } from './erasure-lists';
import type { Address } from './open-database';

/** What was erased after the backup comes back with it (decision 443). As the owner of the tables. */
async function eraseAgain(env: Env, url: string, say: Options['say']): Promise<void> {
  const { db, close } = openDatabase({ url, pool: 2 });
  try {
    const { erased, doubtful } = await replayErasures({ db, lists: await erasureLists(env) });
    if (erased > 0) say(`erased again what had been erased since then: ${erased}`);
    for (const { kind, subject_id: id, erased_at } of doubtful) {
      say(`whether the erasure of ${erased_at} was completed is unknown; if it was, run erase-${kind} ${id}`);
    }
  } finally {
    await close();
  }
}

/** What clients read of the events that the backup lacks must not pass for what comes now (decision 931). */
async function raiseEpochOf(url: string): Promise<void> {
  const { db, close } = openDatabase({ url, pool: 1 });
  try {
    await db.transaction(async (tx) => {
      await raiseEpoch(tx);
      await leaveGaps(tx, sql`select id from ${entities}`);
    });
  } finally {
    await close();
  }
}

interface Options {
  /** Goes on without the AUTH_SECRET that sealed what was restored. */
  newSecret: boolean;
  /** Prints what the operator should know. */
  say(line: string): void;
}

/**
 * What follows each restore, of a backup or to a moment, before anything else may use the database: the schema becomes this
 * version's. What must hold for restored rows, too, is applied here.
 */
export async function finishRestore(
  env: Env,
  { url, direct, noteSchema }: Pick<Address, 'url' | 'direct' | 'noteSchema'>,
  { newSecret, say }: Options,
): Promise<void> {
  const log = { warn: (_: object, message: string) => say(message) };
  await migrateDatabase(direct, { log, isForOwn: isForOwn(env), ...(direct !== url && { pooledUrl: url }) });
  await noteSchema();
  await raiseEpochOf(direct);
  await eraseAgain(env, direct, say);
  if (!newSecret) return;
  const { current } = await authSecrets(env);
  const { db, close } = openDatabase({ url, pool: 1 });
  try {
    await acceptSecret(db, new SecretCipher(current));
  } finally {
    await close();
  }
}
