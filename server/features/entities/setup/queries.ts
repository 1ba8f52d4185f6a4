import { hashOf } from '../../../kernel/mailed-link';
import type { Db } from '../../../platform/db/client';
import type { SetupLinkState } from './queries.sql';
import { ownerExists, setupLinkByHash } from './queries.sql';

export type { SetupLinkState } from './queries.sql';

export async function setupLinkState(db: Db, token: string): Promise<SetupLinkState> {
  const [row] = await setupLinkByHash(db, hashOf(token));
  return row?.state ?? 'unknown';
}

export async function hasOwner(db: Db): Promise<boolean> {
  const [row] = await ownerExists(db);
  return row?.found ?? false;
}
