import { type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Actor } from '../../kernel/actor';
import { partnerTypes, SIDES, type TradeSide } from '../../kernel/sides';

type Reader = Pick<Actor, 'entity'>;

const COLUMN: Record<TradeSide, string> = { buying: 'buyer_id', selling: 'seller_id' };

/** SQL: the column of the pair that is the reader's business. */
export const ownColumn = (alias: string, side: TradeSide): SQL => sql.raw(`${alias}.${COLUMN[side]}`);

/** The sides on which a business can have money to pay or to get: the one that is asked for, else those of its type. */
export const sidesOf = ({ entity }: Reader, side?: TradeSide): TradeSide[] =>
  side ? [side] : SIDES.filter((one) => partnerTypes(entity.type, one).length > 0);

/** SQL: the rows of a table of money (by its alias) that are the caller's business's, on either side or on one. The only way to a row. */
export function ownMoney(alias: string, actor: Reader, side?: TradeSide): SQL {
  const own = sidesOf(actor, side).map((one) => sql`${ownColumn(alias, one)} = ${actor.entity.id}`);
  return sql`(${sql.join(own, sql` or `)})`;
}

/** The filter of lists of money. */
export const MoneySide = z.enum(SIDES).meta({
  description:
    'Only what you owe or paid (`buying`), or what is owed or was paid to you (`selling`); both when absent',
});
