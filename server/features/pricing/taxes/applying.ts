import type { WeightUnit } from '../../../kernel/weights';
import type { LICENSE_USES } from '../../entities/licenses/schema';
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
  /** Of their licenses. */
  uses: readonly Use[];
}

/** Whether it takes the licenses of the premises to choose among rules. */
export const dependOnUse = ({ taxes }: TaxTerms): boolean => taxes?.some(({ use }) => use !== null) ?? false;

/**
 * The rules that an order keeps: those that apply to its buyer and premises (decision 610).
 * @returns null where the seller has no current rule, so that its one rate applies
 */
export function applying(terms: TaxTerms | undefined, { type, state, uses }: Receiver): TaxRule[] | null {
  const { taxes = null, exempt = [] } = terms ?? {};
  if (taxes === null) return null;
  return taxes
    .filter(
      (rule) =>
        !exempt.includes(rule.id) &&
        isFor(rule.buyerTypes, type) &&
        isFor(rule.states, state) &&
        isForUse(rule.use, uses),
    )
    .map(kept);
}

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
