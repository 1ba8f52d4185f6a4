import { createHash } from 'node:crypto';
import type { Db } from '../../../platform/db/client';
import type { SetupLinkState } from './queries.sql';
import { ownerExists, setupLinkByHash } from './queries.sql';

export type { SetupLinkState } from './queries.sql';

export const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url');

export async function setupLinkState(db: Db, token: string): Promise<SetupLinkState> {
  const [row] = await setupLinkByHash(db, hashOf(token));
  return row?.state ?? 'unknown';
}

export async function hasOwner(db: Db): Promise<boolean> {
  const [row] = await ownerExists(db);
  return row?.found ?? false;
}
