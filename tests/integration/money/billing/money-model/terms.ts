import { pick } from '../../../../rest/orders/trade-model/step';
import { exposureOf } from './sums';
import { dollars, type Kind, type Pair, pickPair } from './world';

/** What a seller allows a buyer to owe, when it checks that, and what it is exempt from. */
export const terms: Kind = (world, roll) => {
  const pair = pickPair(roll, world);
  const changes = pick(roll, [
    { termsDays: roll(3) === 0 ? null : roll(45) },
    // Near what it may come to owe: the next orders, prices and packed amounts reach it.
    { limit: roll(3) === 0 ? null : Math.max(0, exposureOf(pair) + roll(400_000) - 50_000) },
    { limit: Math.max(0, exposureOf(pair) + roll(100_000)) },
    { check: pick(roll, ['placing', 'accepting', 'shipping'] as const) },
    { hold: !pair.hold && roll(2) === 0 },
    { exempt: new Set(pair.seller.taxes.filter(() => roll(2) === 0).map(({ rule }) => rule.id)) },
  ]);
  const { termsDays, limit, check, hold, exempt } = changes as Partial<Pair>;
  return {
    ...{ pair, client: pair.seller.client, method: 'PATCH', path: `/api/v1/customers/${pair.buyer.id}` },
    body: {
      ...(termsDays !== undefined && { terms_days: termsDays }),
      ...(limit !== undefined && { credit_limit: limit === null ? null : dollars(limit) }),
      ...(check && { credit_check: check }),
      ...(hold !== undefined && { on_hold: hold }),
      ...(exempt && { exempt_tax_ids: [...exempt] }),
    },
    apply: () => {
      Object.assign(pair, changes);
    },
  };
};
