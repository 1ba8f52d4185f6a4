import { OVERRIDES } from '../../../../server/features/orders/placing/conditions.schema';
import { SHORTAGES } from '../../../../server/features/orders/schema';
import { ABSENT_ID } from '../../../setup/expect';
import type { Stage } from '../../../setup/stage';
import { CALLERS, type Caller, inDays, type World } from './world';

/** One draw after another from a seed: equal seeds draw the same. */
export class Draws {
  constructor(private state: number) {}

  /** From 0 to 1, by mulberry32. */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let t = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  }
  chance = (share: number) => this.next() < share;
  pick = <T>(from: readonly T[]): T => from[Math.floor(this.next() * from.length)] as T;
  /** What is mostly as usual. */
  rarely = <T>(usual: T, others: readonly T[], share = 0.12): T =>
    this.chance(share) ? this.pick(others) : usual;
  some = <T>(from: readonly T[], share: number): T[] => from.filter(() => this.chance(share));
}

const YESTERDAY = inDays(-3);
const LICENSED = ['-infinity', YESTERDAY];

/** The state of the parties, their terms and the goods. */
const stateOf = (draws: Draws) => ({
  seller: {
    under_review: draws.rarely(false, [true], 0.05),
    suspended_at: draws.rarely<string | null>(null, ['2026-01-01'], 0.05),
    minimum_order_cents: draws.rarely<number | null>(null, [1_000, 5_000, 30_000], 0.3),
    max_pending_orders: draws.rarely<number | null>(null, [1, 5]),
    max_reserved_percent: draws.rarely(100, [5, 30, 60]),
    same_state_only: draws.rarely(true, [false], 0.3),
    min_days_at_delivery: draws.rarely(0, [5, 30], 0.3),
    max_manual_discount_bps: draws.rarely(10_000, [0, 1_000], 0.4),
    block_overdue_days: draws.rarely<number | null>(null, [0, 20]),
    credit_check: draws.pick(['placing', 'accepting', 'shipping']),
    tax_rate_bps: draws.pick([0, 825]),
  },
  buyer: {
    under_review: draws.rarely(false, [true], 0.05),
    suspended_at: draws.rarely<string | null>(null, ['2026-01-01'], 0.05),
  },
  account: {
    on_hold: draws.rarely(false, [true], 0.07),
    credit_limit_cents: draws.rarely<number | null>(null, [0, 12_000, 40_000], 0.3),
    minimum_order_cents: draws.rarely<number | null>(null, [0, 8_000]),
    seller_orders: draws.rarely(true, [false], 0.07),
  },
  listed: draws.chance(0.4),
  connected: draws.rarely(true, [false], 0.08),
  weighs: draws.rarely(false, [true]),
  inactive: draws.chance(0.08),
  offered: draws.chance(0.5),
  buyersPlaces: draws.some([0, 1], 0.08).map((n) => [n, draws.pick(LICENSED)] as const),
  sellersPlaces: draws.some([0, 1], 0.1).map((n) => [n, draws.pick(LICENSED)] as const),
  abroad: draws.some([0, 1], 0.12),
});

export interface Case {
  seed: number;
  caller: Caller;
  state: ReturnType<typeof stateOf>;
  body: Record<string, unknown>;
}

/** A random sale between the parties of a world. */
export function caseOf(seed: number, world: World): Case {
  const draws = new Draws(seed);
  const caller = draws.pick(CALLERS);
  const isBuyers = caller.startsWith('buyer');
  const { retailer, wholesaler } = world.trade;
  const state = stateOf(draws);
  const party = draws.rarely(isBuyers ? wholesaler.id : retailer.id, [ABSENT_ID], 0.03);
  const items = Array.from({ length: draws.pick([1, 1, 2, 3, 4]) }, () => ({
    ...goodsIn(world, draws),
    ...(isBuyers ? draws.rarely({}, [{ sample: true }], 0.01) : givenIn(draws)),
  }));
  const optional = {
    shortage: draws.rarely<string | undefined>(undefined, SHORTAGES, 0.4),
    delivery_date: draws.rarely<string | undefined>(undefined, [inDays(3), inDays(30)], 0.5),
    receiving_location_id: draws.rarely<string | undefined>(undefined, [world.otherPlace, ABSENT_ID], 0.2),
    override: draws.some(Object.keys(OVERRIDES), isBuyers ? 0.01 : 0.25),
    accept: isBuyers ? undefined : draws.rarely<boolean | undefined>(undefined, [false], 0.3),
    external_ids: draws.rarely<object | undefined>(undefined, [{ crm: 'taken' }, { crm: `${seed}` }], 0.15),
  };
  const named = isBuyers ? { wholesaler_id: party } : { retailer_id: party };
  return { seed, caller, state, body: JSON.parse(JSON.stringify({ ...named, items, ...optional })) };
}

const QUANTITIES = [1, 2, 3, 4, 5, 8, 11, 16, 40, 70];

function goodsIn({ goods }: World, draws: Draws): Record<string, unknown> {
  const quantity = draws.pick(QUANTITIES);
  const [inLots, byCase] = goods.packed.variants;
  return draws.pick([
    { product_id: goods.plain.id, quantity },
    { sku: goods.plain.variants[0]?.sku, quantity },
    { product_id: goods.packed.id, variant_id: inLots?.id, quantity },
    { product_id: goods.packed.id, variant_id: inLots?.id, quantity },
    { product_id: goods.packed.id, variant_id: byCase?.id, quantity },
    { product_id: goods.weighed.productId, amount: quantity / 2 },
    { product_id: goods.remote.id, quantity },
    { product_id: goods.offered.id, quantity },
    draws.rarely<Record<string, unknown>>(
      { product_id: goods.plain.id, quantity },
      [
        { product_id: goods.bare.id, quantity },
        { product_id: ABSENT_ID, quantity },
        { sku: 'no such', quantity },
        { product_id: goods.plain.id, quantity: 1_000_000 },
      ],
      0.4,
    ),
  ]);
}

const givenIn = (draws: Draws) =>
  draws.rarely<Record<string, unknown>>(
    {},
    [{ sample: true }, { unit_price: 3 }, { unit_price: 9.99 }, { discount_bps: 2_000 }],
    0.35,
  );

/** Writes the state of a case; quantities of stock are always as the world began. */
export async function writeState({ sql }: Pick<Stage, 'sql'>, world: World, { state }: Case): Promise<void> {
  const { retailer, wholesaler } = world.trade;
  const { goods, listId, ruleId } = world;
  const pair = [retailer.id, wholesaler.id];
  const buyersPlaces = [retailer.locationIds[0], world.otherPlace];
  const sellersPlaces = [wholesaler.locationIds[0], world.remotePlace];
  await sql.begin(async (tx) => {
    await tx`update entities set ${tx(state.seller)} where id = ${wholesaler.id}`;
    await tx`update entities set ${tx(state.buyer)} where id = ${retailer.id}`;
    await tx`update accounts set ${tx({ ...state.account, price_list_id: state.listed ? listId : null })}
      where seller_id = ${wholesaler.id} and buyer_id = ${retailer.id}`;
    await tx`update connections set status = ${state.connected ? 'accepted' : 'rejected'}
      where requester_id in ${tx(pair)} and target_id in ${tx(pair)}`;
    await tx`update tax_rules set starts_on = ${state.weighs ? null : inDays(300)} where id = ${ruleId}`;
    await tx`update products set active = ${!state.inactive} where id = ${goods.packed.id}`;
    await tx`update products set visibility = ${state.offered ? 'offered' : 'connected'} where id = ${goods.offered.id}`;
    for (const [place, id] of sellersPlaces.entries())
      await tx`update locations set state = ${state.abroad.includes(place) ? 'OR' : 'CA'} where id = ${id}`;
    await tx`update locations set licensed_until = 'infinity' where id in ${tx([...buyersPlaces, ...sellersPlaces])}`;
    for (const [place, until] of state.buyersPlaces)
      await tx`update locations set licensed_until = ${until} where id = ${buyersPlaces[place] ?? ''}`;
    for (const [place, until] of state.sellersPlaces)
      await tx`update locations set licensed_until = ${until} where id = ${sellersPlaces[place] ?? ''}`;
  });
}
