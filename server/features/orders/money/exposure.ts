import type { Actor } from '../../../kernel/actor';
import { AppError, lacking } from '../../../kernel/errors';
import { centsText, toCents, toDollars } from '../../../kernel/money';
import type { WriteContext } from '../../../operation/context';
import type { Db } from '../../../platform/db/client';
import { pipelined } from '../../../platform/db/pipelined';
import {
  type Credit,
  exposureBeside,
  exposuresOf,
  lockCredit,
  takeCredit,
} from '../../entities/customers/credit/queries.sql';
import { COUNTED } from '../../entities/customers/credit/schema';
import { OVERRIDES, type Override } from '../placing/conditions.schema';
import type { OrderView } from '../queries.sql';
import type { OrderStatus } from '../shapes/flow.schema';

type Limit = Pick<Credit, 'limitCents' | 'stage'>;

/** What a buyer may come to owe beside an order, in cents. */
export interface Exposed {
  limitCents: number;
  besideCents: number;
}

/** The error of an override without its right: FORBIDDEN with `details.permission`; null otherwise. */
export function overrideError(
  { permissions }: Pick<Actor, 'permissions'>,
  overrides: readonly Override[] = [],
): AppError | null {
  const rights = overrides.map((name) => OVERRIDES[name].right);
  const right = rights.find((one) => one !== null && !permissions.includes(one));
  return right ? lacking(right) : null;
}

/** @throws AppError as `overrideError` */
function checkOverride({ actor }: Pick<WriteContext, 'actor'>, overrides?: readonly Override[]): void {
  const error = overrideError(actor, overrides);
  if (error) throw error;
}

/** What a seller doesn't sell on now: CONFLICT with `details.reason` `on_hold`; null otherwise. */
export function holdProblem({ onHold }: Pick<Credit, 'onHold'>, { name }: { name: string }): AppError | null {
  if (!onHold) return null;
  return new AppError('CONFLICT', `The seller has put the account of ${name} on hold.`, {
    reason: 'on_hold',
  });
}

/** CONFLICT with `details.reason` `overdue`; null otherwise. */
export function overdueProblem(
  { isBlocked }: Pick<Credit, 'isBlocked'>,
  { name }: { name: string },
): AppError | null {
  if (!isBlocked) return null;
  return new AppError(
    'CONFLICT',
    `${name} has an invoice that is overdue. The seller takes orders once it is paid.`,
    {
      reason: 'overdue',
    },
  );
}

/** Whether an order in this status counts against the limit, before it has an invoice. */
export const isCounted = ({ stage }: Limit, status: OrderStatus): boolean => COUNTED[stage].includes(status);

/**
 * What the buyer of an order that will be placed is exposed to beside it; from here on others that would raise it wait (decision 650).
 * @param status that the order gets in this transaction
 * @returns null where no limit asks for it
 */
export async function exposedBeside(
  db: Db,
  limit: Limit,
  status: OrderStatus,
  { id, wholesalerId, retailerId }: { id: string; wholesalerId: string; retailerId: string },
): Promise<Exposed | null> {
  const { limitCents } = limit;
  if (limitCents === null || !isCounted(limit, status)) return null;
  const [, [row]] = await pipelined([
    lockCredit(db, wholesalerId, [retailerId]),
    exposureBeside(db, wholesalerId, retailerId, id),
  ]);
  return { limitCents, besideCents: row?.cents ?? 0 };
}

/**
 * The same of several accounts of one seller, by buyer; null where something else holds the account: a payment of one buyer keeps no
 * others waiting. Who places an order adds it to what is beside the next.
 * @param limits in cents, by buyer
 */
export async function exposedTogether(
  db: Db,
  sellerId: string,
  limits: ReadonlyMap<string, number>,
): Promise<Map<string, Exposed | null>> {
  if (limits.size === 0) return new Map();
  const buyers = [...limits.keys()];
  const [taken, rows] = await pipelined([
    takeCredit(db, sellerId, buyers),
    exposuresOf(db, sellerId, buyers),
  ]);
  const free = new Set(taken.map(({ buyer_id }) => buyer_id));
  return new Map(
    rows.map(({ buyer_id, cents }) => [
      buyer_id,
      free.has(buyer_id) ? { limitCents: limits.get(buyer_id) ?? 0, besideCents: cents } : null,
    ]),
  );
}

/** The error of an order beyond its buyer's limit: CONFLICT with `details.reason = "credit_limit"`; null within it. */
export function limitProblem(exposed: Exposed | null, totalCents: number): AppError | null {
  if (!exposed) return null;
  const { limitCents, besideCents } = exposed;
  if (besideCents + totalCents <= limitCents) return null;
  const [limit, exposure, total] = [limitCents, besideCents, totalCents].map(toDollars) as [
    number,
    number,
    number,
  ];
  return new AppError(
    'CONFLICT',
    `With this order of ${centsText(totalCents)} the buyer would owe more than its credit limit of ${centsText(limitCents)}: it comes to ${centsText(besideCents)} without it.`,
    { reason: 'credit_limit', limit, exposure, order_total: total },
  );
}

/** @returns what had to be passed over @throws AppError as `limitProblem` */
function checkLimit(
  exposed: Exposed | null,
  totalCents: number,
  overrides: readonly Override[] = [],
): Override[] {
  const problem = limitProblem(exposed, totalCents);
  if (!problem) return [];
  if (!overrides.includes('credit')) throw problem;
  return ['credit'];
}

/** A locked order, and what its seller allows its buyer to owe. */
interface Held {
  order: OrderView;
  credit: Pick<Credit, 'limitCents' | 'stage' | 'onHold'>;
}
const idsOf = ({ order }: Held) => ({
  id: order.id,
  wholesalerId: order.wholesaler.id,
  retailerId: order.retailer.id,
});

/**
 * Checks a step of a locked order: none is accepted or shipped on hold, nor once it begins to count beyond the limit.
 * @returns what had to be passed over
 * @throws AppError CONFLICT with `details.reason` `on_hold` or `credit_limit`, FORBIDDEN for an override without the right
 */
export async function checkStep(
  ctx: WriteContext,
  locked: Held,
  to: OrderStatus,
  overrides?: readonly Override[],
): Promise<Override[]> {
  checkOverride(ctx, overrides);
  if (to !== 'accepted' && to !== 'shipped') return [];
  const { order, credit } = locked;
  const problem = holdProblem(credit, order.retailer);
  if (problem) throw problem;
  if (isCounted(credit, order.status)) return [];
  return checkLimit(await exposedBeside(ctx.db, credit, to, idsOf(locked)), toCents(order.total), overrides);
}
