import type { TaxRule } from '../../../../../server/features/pricing/document';
import { pick, pickAny, type Roll } from '../../../../rest/orders/trade-model/step';
import { Fraction, type OnPaper, onPaper } from '../../../../setup/on-paper';
import {
  type Adjusted,
  dollars,
  type Kind,
  type Line,
  type List,
  type Pair,
  pickPair,
  type Seller,
  type Stays,
  type Tax,
  type Variant,
} from './world';

/** From so many steps on, so many cents per unit. */
export type Break = [steps: number, cents: number];

/** All that a price of a buyer follows from (decision 590), as it was at a moment. */
export interface Sources {
  wholesale: number;
  list: { bps: number; rules: readonly Break[] } | null;
  offers: ReadonlyArray<readonly Break[]>;
}

const reached = (breaks: readonly Break[], quantity: number): number | null =>
  breaks.filter(([steps]) => steps <= quantity).at(-1)?.[1] ?? null;

/** What one unit costs at a quantity, in cents, and why. */
export function priceAt({ wholesale, list, offers }: Sources, quantity: number) {
  const percent =
    list && list.bps > 0
      ? Number(
          Fraction.of(wholesale)
            .times(Fraction.of(10_000 - list.bps, 10_000))
            .rounded()
            .floor(),
        )
      : null;
  const listed = list ? (reached(list.rules, quantity) ?? percent) : null;
  const base = listed ?? wholesale;
  const offered = offers.flatMap((breaks) => reached(breaks, quantity) ?? []);
  const cents = Math.min(base, ...offered);
  return { cents, source: cents < base ? 'offer' : listed === null ? 'wholesale' : 'list' };
}

/** What the prices of a pair follow from now. */
export const sourcesOf = ({ seller, buyer, list }: Pair, variant: Variant): Sources => ({
  wholesale: variant.wholesale,
  list: list?.active ? { bps: list.bps, rules: [...(list.rules.get(variant.id) ?? [])] } : null,
  offers: seller.offers.flatMap(({ buyers, items }) =>
    buyers === null || buyers.has(buyer.id) ? [items.get(variant.id) ?? []] : [],
  ),
});

/** The price of a line, in cents per unit. */
export const priceOf = ({ sample, manual, sources, quantity }: Line) =>
  sample
    ? { cents: 0, source: 'sample' }
    : manual === null
      ? priceAt(sources, quantity)
      : { cents: manual, source: 'manual' };

/** A document of lines, or of what stays of them. */
export function documentOf(
  {
    lines,
    adjustments,
    rules,
  }: { lines: readonly Line[]; adjustments: readonly Adjusted[]; rules: readonly TaxRule[] },
  stays?: ReadonlyMap<string, Stays>,
): OnPaper {
  return onPaper(
    lines.map((line) => {
      const { step, category } = line.variant;
      const left = stays?.get(line.itemId);
      return {
        quantity: left?.quantity ?? line.quantity,
        unitPriceCents: left?.cents ?? priceOf(line).cents,
        ...{ step, category, discountBps: line.bps, sample: line.sample, byWeight: step !== 10_000 },
        weight: line.variant.weight,
      };
    }),
    adjustments,
    rules,
  );
}

/** The taxes that an order of a pair keeps (decision 610). */
export function taxesOf({ seller, buyer, exempt }: Pair) {
  if (seller.taxes.length > 0) {
    return seller.taxes
      .filter(
        ({ rule, buyerTypes }) =>
          !exempt.has(rule.id) && (buyerTypes.length === 0 || buyerTypes.includes(buyer.type)),
      )
      .map(({ rule }) => rule);
  }
  const flat = { id: null, name: 'Tax', categories: null, basis: 'percent', includeFreight: false } as const;
  return seller.taxBps > 0 ? [{ ...flat, rate: seller.taxBps * 100 }] : [];
}

const MOST = { lists: 4, offers: 4, taxes: 3 };
const dearer = (roll: Roll, cents: number) => Math.max(1, Math.round((cents * (40 + roll(80))) / 100));
const amountOf = ({ step }: Variant, steps: number) => (steps * step) / 10_000;

/** Breaks of a variant, not always falling. */
function breaksOf(roll: Roll, { wholesale }: Variant): Break[] {
  const steps = [1 + roll(3), 5 + roll(10), 40 + roll(30)].slice(roll(2), 1 + roll(3));
  return steps.map((least) => [least, dearer(roll, wholesale)]);
}
const sent = (variant: Variant, breaks: readonly Break[]) =>
  breaks.map(([steps, cents]) => ({ min_amount: amountOf(variant, steps), unit_price: dollars(cents) }));

let named = 0;

/** A price list is made, given other prices or another discount, or turned off and on. */
export const setList: Kind = (world, roll) => {
  const seller = pick(roll, world.sellers);
  const list = seller.lists.length < MOST.lists && roll(3) === 0 ? undefined : pickAny(roll, seller.lists);
  const bps = roll(3) === 0 ? 0 : roll(3000);
  if (!list) {
    if (seller.lists.length >= MOST.lists) return null;
    named += 1;
    return {
      ...{ client: seller.client, method: 'POST', path: '/api/v1/price-lists' },
      body: { name: `List ${named}`, discount_bps: bps },
      apply: (answer) => {
        const made: List = { id: (answer as { id: string }).id, bps, active: true, rules: new Map() };
        seller.lists.push(made);
      },
    };
  }
  if (roll(2) === 0) {
    const active = roll(4) > 0;
    return {
      ...{ client: seller.client, method: 'PATCH', path: `/api/v1/price-lists/${list.id}` },
      body: { discount_bps: bps, active },
      apply: () => {
        Object.assign(list, { bps, active });
      },
    };
  }
  const rules = new Map(
    seller.variants
      .filter(() => roll(3) > 0)
      .map((variant) => [variant.id, breaksOf(roll, variant)] as const),
  );
  return {
    ...{ client: seller.client, method: 'PUT', path: `/api/v1/price-lists/${list.id}/rules` },
    body: {
      rules: seller.variants.flatMap((variant) =>
        sent(variant, rules.get(variant.id) ?? []).map((rule) => ({ variant_id: variant.id, ...rule })),
      ),
    },
    apply: () => {
      list.rules = new Map(rules);
    },
  };
};

export const giveList: Kind = (world, roll) => {
  const pair = pickPair(roll, world);
  const list = roll(4) === 0 ? null : (pickAny(roll, pair.seller.lists) ?? null);
  return {
    ...{ pair, client: pair.seller.client, method: 'PATCH', path: `/api/v1/customers/${pair.buyer.id}` },
    body: { price_list_id: list?.id ?? null },
    apply: () => {
      pair.list = list;
    },
  };
};

/** An offer begins, or one ends. */
export const offer: Kind = (world, roll) => {
  const seller = pick(roll, world.sellers);
  const ending = seller.offers.length >= MOST.offers || roll(2) === 0 ? pickAny(roll, seller.offers) : null;
  if (ending) {
    return {
      ...{ client: seller.client, method: 'DELETE', path: `/api/v1/offers/${ending.id}` },
      apply: () => {
        seller.offers = seller.offers.filter((one) => one !== ending);
      },
    };
  }
  const known = world.pairs.filter((pair) => pair.seller === seller).map(({ buyer }) => buyer.id);
  const buyers = roll(2) === 0 ? null : new Set([pick(roll, known)]);
  const items = new Map(seller.variants.slice(roll(3)).map((one) => [one.id, breaksOf(roll, one)] as const));
  named += 1;
  return {
    ...{ client: seller.client, method: 'POST', path: '/api/v1/offers' },
    body: {
      name: `Offer ${named}`,
      ends_at: new Date(Date.now() + 86_400_000).toISOString(),
      ...(buyers ? { audience: 'chosen', buyers: [...buyers] } : { audience: 'all' }),
      items: seller.variants
        .filter(({ id }) => items.has(id))
        .map((one) => ({ variant_id: one.id, ladder: sent(one, items.get(one.id) ?? []) })),
    },
    apply: (answer) => {
      seller.offers.push({ id: (answer as { id: string }).id, buyers, items });
    },
  };
};

export const reprice: Kind = (world, roll) => {
  const seller = pick(roll, world.sellers);
  const variant = pick(roll, seller.variants);
  const cents = dearer(roll, variant.step === 10_000 ? 1800 : 120_000);
  return {
    ...{ client: seller.client, method: 'PATCH' },
    path: `/api/v1/products/${variant.productId}/variants/${variant.id}`,
    body: { wholesale_price: dollars(cents) },
    apply: () => {
      variant.wholesale = cents;
    },
  };
};

/** A tax begins, changes its rate or ends, at the wholesaler that has rules. */
export const tax: Kind = (world, roll) => {
  const seller = world.sellers[1] as Seller;
  const rate = 1 + roll(200_000);
  const found = seller.taxes.length >= MOST.taxes || roll(2) === 0 ? pickAny(roll, seller.taxes) : undefined;
  if (found && roll(2) === 0) {
    return {
      ...{ client: seller.client, method: 'DELETE', path: `/api/v1/tax-rules/${found.rule.id}` },
      apply: () => {
        seller.taxes = seller.taxes.filter((one) => one !== found);
      },
    };
  }
  if (found) {
    const isPercent = found.rule.basis === 'percent';
    return {
      ...{ client: seller.client, method: 'PATCH', path: `/api/v1/tax-rules/${found.rule.id}` },
      body: isPercent ? { rate: rate / 10_000 } : { amount: dollars(rate % 300) },
      apply: () => {
        // Orders keep the one that they began with.
        found.rule = { ...found.rule, ...(isPercent ? { rate } : { cents: rate % 300 }) } as Tax['rule'];
      },
    };
  }
  const categories = roll(2) === 0 ? null : [pick(roll, ['flower', 'vapes'])];
  const buyerTypes = roll(3) === 0 ? ['retailer'] : [];
  const includeFreight = roll(2) === 0;
  const basis = pick(roll, ['percent', 'percent', 'unit', 'weight'] as const);
  const unit = pick(roll, ['g', 'oz', 'lb'] as const);
  const cents = rate % (unit === 'g' ? 5 : 300);
  named += 1;
  const name = `Tax ${named}`;
  const shared = { name, categories: categories ?? [], buyer_types: buyerTypes };
  return {
    ...{ client: seller.client, method: 'POST', path: '/api/v1/tax-rules' },
    body:
      basis === 'percent'
        ? { ...shared, basis, rate: rate / 10_000, include_freight: includeFreight }
        : { ...shared, basis, amount: dollars(cents), ...(basis === 'weight' && { weight_unit: unit }) },
    apply: (answer) => {
      const of = { id: (answer as { id: string }).id, name, categories };
      const rule: Tax['rule'] =
        basis === 'percent'
          ? { ...of, basis, rate, includeFreight }
          : basis === 'unit'
            ? { ...of, basis, cents }
            : { ...of, basis, cents, unit };
      seller.taxes.push({ rule, buyerTypes });
    },
  };
};
