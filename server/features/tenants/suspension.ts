import type { Db } from '../../platform/db/client';
import { type Standing, setSuspension } from '../entities/service';
import { mailInDigest } from '../notifications/service.sql';
import { forgiveFailures } from '../webhooks/service.sql';

/** Ends a suspension: what waited goes on. @returns its standing before; null when there is no such business on board */
export async function resumeEntity(db: Db, id: string): Promise<Standing | null> {
  const before = await setSuspension(db, id, null);
  if (before?.suspendedAt) {
    await mailInDigest(db, id);
    await forgiveFailures(db, id);
  }
  return before;
}
