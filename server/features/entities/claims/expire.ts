import type { Db } from '../../../platform/db/client';
import { lockAndExpire } from './queries.sql';

const BATCH = 200;

/** Expires what sellers left undecided within their time; an offer stays. */
export async function expireClaims({ db }: { db: Db }): Promise<void> {
  for (;;) {
    const expired = await lockAndExpire(db, BATCH);
    if (expired.length < BATCH) return;
  }
}
