import { and, eq, inArray, isNull } from 'drizzle-orm';
import type { Logger } from 'pino';
import { passwordMatches } from '../../features/auth/password/passwords';
import { users } from '../../features/auth/tables';
import { entities } from '../../features/entities/tables';
import type { Cipher } from '../../kernel/cipher';
import { type Env, EnvError } from '../../kernel/env';
import type { Storage } from '../../kernel/storage';
import { type Db, openDatabase } from '../../platform/db/client';
import { reachesOthers } from '../../transport/http/listen';
import { DEMO_EMAILS, DEMO_PASSWORD } from './people';
import { hasBusinesses, seedDemoOnce } from './seed';

interface Parts {
  db: Db;
  storage: Storage;
  cipher: Cipher;
  log: Logger;
  /** Of the embedded database's owner: the seed gathers statistics, which only the owner of a table may. */
  embeddedUrl: string | undefined;
}

/**
 * Seeds an empty embedded database with the demo, unless DEMO=0, and keeps its published password on this machine
 * unless DEMO=1.
 * @returns text for the start line: how to sign in to the demo, if present
 * @throws EnvError before anything is seeded
 */
export async function prepareDemo(
  env: Env,
  { db, storage, cipher, log, embeddedUrl }: Parts,
): Promise<string> {
  const seeds = embeddedUrl !== undefined && env.DEMO !== false && !(await hasBusinesses(db));
  if (!seeds && !(await demoPasswordWorks(db))) return '';
  if (env.ROLE !== 'worker' && env.DEMO !== true && reachesOthers(env.HOST)) {
    throw new EnvError(
      'DEMO must be 1 to open the demo accounts to other machines: their password is published. To keep them on this ' +
        `machine, set HOST=127.0.0.1${seeds ? '. To start without them, set DEMO=0' : ''}`,
    );
  }
  if (seeds) {
    const owner = openDatabase({ url: embeddedUrl, pool: 1 });
    try {
      await seedDemoOnce({ db: owner.db, storage, cipher, log, publicUrl: env.PUBLIC_URL });
    } finally {
      await owner.close();
    }
  }
  return ` · sign in as retailer@demo.test, wholesaler@demo.test or cultivator@demo.test with ${DEMO_PASSWORD}`;
}

/** Returns true when a demo account still has the published password. The seed gives all of them one hash. */
export async function demoPasswordWorks(db: Db): Promise<boolean> {
  const hashes = await db
    .selectDistinct({ hash: users.passwordHash })
    .from(users)
    .innerJoin(entities, eq(entities.id, users.entityId))
    .where(and(inArray(users.email, DEMO_EMAILS), isNull(users.removedAt), isNull(entities.deletedAt)));
  for (const { hash } of hashes) if (await passwordMatches(hash, DEMO_PASSWORD)) return true;
  return false;
}
