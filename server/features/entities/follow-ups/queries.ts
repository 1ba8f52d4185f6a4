import { sql } from 'drizzle-orm';
import type { z } from 'zod';
import { existing, notFound } from '../../../kernel/errors';
import { checkBuyer } from '../../../kernel/sides';
import type { ReadContext, WriteContext } from '../../../operation/context';
import { readPaged } from '../../../platform/db/paged.sql';
import { FOLLOW_UPS, lockPairWith, ofPair, type Pair, pairWith, readFollowUps } from './queries.sql';
import type { FollowUpList, FollowUpView } from './resource';
import type { FollowUpPlace } from './schema';

type ListInput = z.infer<typeof FOLLOW_UPS.input> & { id: string };

/** @throws AppError NOT_FOUND for anything but a customer or supplier of the caller's business */
export async function listFollowUps(
  ctx: ReadContext,
  place: FollowUpPlace,
  { id, ...input }: ListInput,
): Promise<z.infer<typeof FollowUpList>> {
  return readPaged(ctx.db, FOLLOW_UPS, await getPair(ctx, place, id), input);
}

export function getFollowUp(db: ReadContext['db'], pair: Pair, id: string): Promise<FollowUpView> {
  return existing(readFollowUps(db, sql`f.id = ${id} and ${ofPair(pair)}`));
}

/** @throws AppError NOT_FOUND, FORBIDDEN with `not_a_buyer` for suppliers of one that doesn't buy */
export async function getPair({ db, actor }: ReadContext, place: FollowUpPlace, id: string): Promise<Pair> {
  if (place === 'suppliers') checkBuyer(actor);
  return toPair(actor, (await pairWith(db, place, actor.entity.id, id))[0]);
}

/** The same, which no merge ends until the transaction does. @throws as getPair */
export async function lockPair({ db, actor }: WriteContext, place: FollowUpPlace, id: string): Promise<Pair> {
  if (place === 'suppliers') checkBuyer(actor);
  const lock = async () => (await lockPairWith(db, place, actor.entity.id, id))[0];
  // Once more after a merge that ended the pair meanwhile: the id names its survivor then.
  return toPair(actor, (await lock()) ?? (await lock()));
}

function toPair(
  { entity }: ReadContext['actor'],
  row: { seller_id: string; buyer_id: string } | undefined,
): Pair {
  if (!row) throw notFound();
  return { entityId: entity.id, sellerId: row.seller_id, buyerId: row.buyer_id };
}
