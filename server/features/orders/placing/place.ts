// Other features import this file.
import type { WriteContext } from '../../../operation/context';
import { RESERVATION_EVENTS } from '../../inventory/ledger/ledger';
import type { FrozenPrices } from '../money/ladders';
import type { OrderView } from '../queries';
import type { NewOrderInput } from '../schema';
import { choose } from './choose';
import { factsOf } from './facts';
import { judge } from './judge';
import { heldReads } from './reads';
import type { Parties } from './sides';
import { suspect } from './sold-out';
import { ORDERING_EVENTS, write } from './write';

/** What becomes of orders that a seller enters. */
export const ENTERING_EVENTS = [...ORDERING_EVENTS, ...RESERVATION_EVENTS, 'order.edited'] as const;

/** An order to place. */
export interface Placing extends Parties {
  ctx: WriteContext;
  input: NewOrderInput;
  /** Of a quote, whose terms hold as they were sent. */
  frozen?: FrozenPrices;
  /** It was agreed on in another system: what a seller decides of new orders doesn't stand against it. */
  movedIn?: true;
}

/**
 * Places an order of two connected businesses and reserves its stock (decisions 11, 12, 27, 30, 31 and 521). A seller's is
 * accepted at once unless it says otherwise.
 * @throws AppError the first of what `judge` finds
 */
export async function placeOrder({ ctx, movedIn, ...call }: Placing): Promise<OrderView> {
  const kind = movedIn ? ('moved_in' as const) : call.frozen ? ('quoted' as const) : ('order' as const);
  const sale = { ...call, actor: ctx.actor, kind };
  const facts = await factsOf(heldReads(ctx), sale);
  const choice = facts.deal && choose(sale, facts.deal);
  const { problems, overridden } = judge(sale, facts, choice);
  const [first] = problems;
  if (first?.error.code === 'INSUFFICIENT_STOCK' && !facts.deal?.standing.share)
    suspect(sale.sellerId, sale.input);
  if (first) throw first.error;
  if (!facts.deal || !choice) throw new Error('A sale that nothing stands against has two parties');
  return write(ctx, { sale, deal: facts.deal, choice, overridden });
}
