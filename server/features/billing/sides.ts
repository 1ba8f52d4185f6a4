import { type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import type { Actor } from '../../kernel/actor';
import { CalendarDate, Id } from '../../kernel/params';
import { partnerTypes, SIDES, type TradeSide } from '../../kernel/sides';
import { byId, filter, severally } from '../../platform/db/collection';
import { DAY, ID } from '../../platform/db/samples';
import { survivorOf, survivorsOf } from '../entities/customers/service.sql';

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

const MoneySide = z.enum(SIDES).meta({
  description:
    'Only what you owe or paid (`buying`), or what is owed or was paid to you (`selling`); both when absent',
});

/**
 * Filters of a list of money (by its alias): its side and its parties.
 * @param of what it lists, by the party: "Only invoices to", "Only invoices of"
 */
export const partyFilters = (alias: string, of: { buyer: string; seller: string }) => ({
  side: filter(
    MoneySide,
    'buying',
    (side, { entity }: Reader) => sql`${ownColumn(alias, side)} = ${entity.id}`,
  ),
  customer_id: severally(
    Id.meta({ description: `${of.buyer} this buyer, or one of several` }),
    ID,
    (id, { entity }: Reader) => sql`${ownColumn(alias, 'buying')} = ${survivorOf(entity.id, id)}`,
    (ids, { entity }: Reader) => sql`${ownColumn(alias, 'buying')} = any(${survivorsOf(entity.id, ids)})`,
  ),
  supplier_id: byId(ownColumn(alias, 'selling'), `${of.seller} this seller`),
});

/** A filter of lists of money by a day of the seller's calendar. */
export const onDay = (description: string, where: (day: SQL) => SQL) =>
  filter(CalendarDate.meta({ description }), DAY, (day) => where(sql`${day}::date`));

/** What the list of a business on both sides is read from: PostgreSQL merges their indexes by the union's own column (decision 305). */
export const onBothSides = (table: PgTable, alias: string) => ({
  from: sql`(select x.*, x.buyer_id as own_id from ${table} x
    union all select y.*, y.seller_id as own_id from ${table} y) ${sql.raw(alias)}`,
  visible: ({ entity }: Reader) => sql`${sql.raw(alias)}.own_id = ${entity.id}`,
});
