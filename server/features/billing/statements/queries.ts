import { setImmediate as turn } from 'node:timers/promises';
import type { z } from 'zod';
import { addDays } from '../../../kernel/clock';
import { AppError, invalidRequest, notFound } from '../../../kernel/errors';
import { toDollars } from '../../../kernel/money';
import { checkBuyer, checkSeller } from '../../../kernel/sides';
import type { ReadContext } from '../../../operation/context';
import { rejectLimited } from '../../../operation/limited';
import type { Db } from '../../../platform/db/client';
import { currentId } from '../../entities/customers/queries';
import type { Pair } from '../payments/service.sql';
import { entriesOf, partiesOf } from './queries.sql';
import { MAX_ROWS, type ReadStatement, type Statement } from './schema';

export type StatementView = z.infer<typeof Statement>;
type Asked = z.infer<typeof ReadStatement>;

/** A statement with what is printed beside its rows. */
export interface PrintedStatement {
  statement: StatementView;
  parties: Record<'seller' | 'buyer', { name: string; lines: string[] }>;
  remittance: string | null;
}

/**
 * What passed between the caller's business and a customer (decision 691).
 * @throws AppError NOT_FOUND, FORBIDDEN `not_a_seller` and for members limited to locations, INVALID_REQUEST for a period upside
 *   down, CONFLICT `too_many`
 */
export async function customerStatement(ctx: ReadContext, asked: Asked): Promise<StatementView> {
  return (await ofCustomer(ctx, asked)).statement;
}

/** The same with what is printed beside it. @throws AppError as `customerStatement` */
export async function ofCustomer(ctx: ReadContext, asked: Asked): Promise<PrintedStatement> {
  rejectLimited(ctx.actor, 'A statement counts');
  checkSeller(ctx.actor);
  const sellerId = ctx.actor.entity.id;
  const buyerId = await currentId(ctx.db, sellerId, asked.id);
  return statementToPrint(ctx.db, { sellerId, buyerId }, asked);
}

/** The same with a supplier. @throws AppError as `customerStatement`, with `not_a_buyer` */
export async function supplierStatement(ctx: ReadContext, asked: Asked): Promise<StatementView> {
  return (await ofSupplier(ctx, asked)).statement;
}

/** The same with what is printed beside it. @throws AppError as `supplierStatement` */
export async function ofSupplier(ctx: ReadContext, asked: Asked): Promise<PrintedStatement> {
  rejectLimited(ctx.actor, 'A statement counts');
  checkBuyer(ctx.actor);
  return statementToPrint(ctx.db, { sellerId: asked.id, buyerId: ctx.actor.entity.id }, asked);
}

/** @throws AppError NOT_FOUND without an account, INVALID_REQUEST for a period upside down, CONFLICT `too_many` */
export async function statementToPrint(
  db: Db,
  pair: Pair,
  { from: first, to: last }: Omit<Asked, 'id'>,
): Promise<PrintedStatement> {
  const [found] = await partiesOf(db, pair);
  if (!found) throw notFound();
  const to = last ?? found.today;
  const from = first ?? addDays(to, 1 - DAYS);
  if (from > to) {
    throw invalidRequest([{ path: 'to', code: 'range_upside_down', message: 'must not be before from' }]);
  }
  const [read] = await entriesOf(db, pair, from, to);
  const { opening = 0, entries = [] } = read ?? {};
  if (entries.length > MAX_ROWS) {
    throw new AppError('CONFLICT', 'A statement has at most 10,000 rows. Ask for a shorter period.', {
      reason: 'too_many',
      limit: MAX_ROWS,
    });
  }
  // The main thread serves others between reading thousands of rows, making the statement and sending it (decision 910).
  await turn();
  const statement = {
    seller: { id: pair.sellerId, name: found.seller },
    buyer: { id: pair.buyerId, name: found.buyer },
    from,
    to,
    opening: toDollars(opening),
    rows: entries.map(({ debit, credit, balance, ...entry }) => ({
      ...entry,
      debit: toDollars(debit),
      credit: toDollars(credit),
      balance: toDollars(balance),
    })),
    closing: toDollars(entries.at(-1)?.balance ?? opening),
  };
  await turn();
  return {
    statement,
    parties: {
      seller: found.known
        ? { name: found.legal_name, lines: [found.seller, `License ${found.license_number}`, found.address] }
        : { name: found.seller, lines: [] },
      buyer: { name: found.buyer, lines: [`License ${found.buyer_license}`] },
    },
    remittance: found.known ? found.remittance : null,
  };
}

/** Days of a statement that names no first one. */
const DAYS = 30;
