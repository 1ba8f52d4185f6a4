// Other features import this file.
import type { Actor } from '../../kernel/actor';
import { BUYERS } from '../../kernel/permissions';
import type { Db } from '../../platform/db/client';
import { areConnected } from '../entities/connections/queries';
import type { OpenLink } from './public/link.sql';

/**
 * Where "Order in your account" leads: the catalog of the seller for a connected buyer, which takes the chosen goods over; for another
 * member where to ask for a connection; else to sign in, and back here.
 */
export async function accountPath(
  db: Db,
  actor: Actor | null,
  { seller_id: sellerId, seller_name: name }: Pick<OpenLink, 'seller_id' | 'seller_name'>,
  own: string,
): Promise<string> {
  if (!actor) return `/sign-in?next=${encodeURIComponent(own)}`;
  const { type, id } = actor.entity;
  if (BUYERS.includes(type) && id !== sellerId && (await areConnected(db, id, sellerId))) {
    return `/market/${sellerId}?from=menu`;
  }
  return BUYERS.includes(type) ? `/suppliers?ask=${encodeURIComponent(name)}` : '/';
}
