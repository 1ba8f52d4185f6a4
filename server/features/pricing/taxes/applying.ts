// Other features import this file.
import type { WeightUnit } from '../../../kernel/weights';
import type { LICENSE_USES } from '../../entities/typed.schema';
import type { TaxRule } from '../document';
import type { TAX_BASES } from './schema';

type Use = (typeof LICENSE_USES)[number];

/** A rule of a seller that is current on a day; empty lists are for all. */
export interface CurrentRule {
  id: string;
  name: string;
  basis: (typeof TAX_BASES)[number];
  /** In ten-thousandths of a percent. */
  rate: number | null;
  /** Per unit of weight, or per unit. */
  cents: number | null;
  unit: WeightUnit | null;
  categories: string[];
  includeFreight: boolean;
  buyerTypes: string[];
  use: Use | null;
  states: string[];
}

/** What a seller's rules say of one buyer. */
export interface TaxTerms {
  /** Current rules of the seller, oldest first; null without any. */
  taxes: CurrentRule[] | null;
  /** Ids of those from which the buyer is exempt. */
  exempt: string[];
}

/** Whom the rules are applied to. */
export interface Receiver {
  type: string;
  /** Of the premises that receive, as a postal code. */
  state: string;
  /** Of the seller, where the license of the premises is the buyer's word alone (decision 905); null elsewhere. */
  sellersState?: string | null;
  /** Of their licenses; `both` for one that is the buyer's word alone. */
  uses: readonly Use[];
}

/** Whether it takes the licenses of the premises to choose among rules. */
export const dependOnLicense = ({ taxes }: TaxTerms): boolean =>
  taxes?.some(({ use, states }) => use !== null || states.length > 0) ?? false;

/**
 * The rules that an order keeps: those that apply to its buyer and premises (decision 610).
 * @returns null where the seller has no current rule, so that its one rate applies
 */
export function applying(
  terms: TaxTerms | undefined,
  { type, state, sellersState, uses }: Receiver,
): TaxRule[] | null {
  const { taxes = null, exempt = [] } = terms ?? {};
  if (taxes === null) return null;
  const sellers = sellersState ?? state;
  const found = taxes.filter(
    (rule) =>
      !exempt.includes(rule.id) &&
      isFor(rule.buyerTypes, type) &&
      (isFor(rule.states, state) || isFor(rule.states, sellers)) &&
      isForUse(rule.use, uses),
  );
  const left = new Set(lesserOfAlike(found, state, sellers));
  return found.filter((rule) => !left.has(rule)).map(kept);
}

/**
 * Of rules alike but for their states, those of one state apply: of the buyer's or of the seller's, where they come to more. They differ
 * in names, and may in what they take.
 */
function lesserOfAlike(rules: readonly CurrentRule[], own: string, sellers: string): CurrentRule[] {
  const byKind = new Map<string, CurrentRule[]>();
  for (const rule of rules) byKind.set(kindOf(rule), [...(byKind.get(kindOf(rule)) ?? []), rule]);
  return [...byKind.values()].flatMap((alike) => {
    const ofOwn = alike.filter(({ states }) => !isFor(states, sellers));
    const ofSellers = alike.filter(({ states }) => !isFor(states, own));
    if (ofOwn.length === 0 || ofSellers.length === 0) return [];
    return taken(ofOwn) < taken(ofSellers) ? ofOwn : ofSellers;
  });
}

const kindOf = ({ basis, unit, use, categories, buyerTypes, includeFreight }: CurrentRule) =>
  JSON.stringify([basis, unit, use, categories.toSorted(), buyerTypes.toSorted(), includeFreight]);

const taken = (rules: readonly CurrentRule[]) =>
  rules.reduce((sum, { rate, cents }) => sum + (rate ?? cents ?? 0), 0);

const isFor = (listed: readonly string[], one: string) => listed.length === 0 || listed.includes(one);

/** A license for both markets is one for each. */
const isForUse = (wanted: Use | null, uses: readonly Use[]) =>
  wanted === null || uses.some((use) => use === wanted || use === 'both' || wanted === 'both');

function kept({ id, name, categories, basis, rate, cents, unit, includeFreight }: CurrentRule): TaxRule {
  const base = { id, name, categories: categories.length === 0 ? null : categories };
  if (basis === 'percent') return { ...base, basis, rate: rate ?? 0, includeFreight };
  return basis === 'weight'
    ? { ...base, basis, cents: cents ?? 0, unit: unit ?? 'g' }
    : { ...base, basis, cents: cents ?? 0 };
}
