// Other features import this file.
import { notFound } from '../../../kernel/errors';
import type { Db } from '../../../platform/db/client';
import { hashOfToken, TOKEN } from '../tokens';
import { type OpenLink, openLinks } from './link.sql';

/** The open link of a token; null for one that is unknown, ended, off, over, or of a seller that isn't to be seen. */
export async function findLink(db: Db, token: string): Promise<OpenLink | null> {
  // A malformed token is looked up as well, so that its response takes as long.
  const hash = hashOfToken(TOKEN.test(token) ? token : `? ${token.length}`);
  const [link] = await openLinks(db, hash);
  return link ?? null;
}

/** @throws AppError NOT_FOUND, as for an unknown id */
export async function getLink(db: Db, token: string): Promise<OpenLink> {
  const link = await findLink(db, token);
  if (!link) throw notFound();
  return link;
}
