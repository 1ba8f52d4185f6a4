import { toDollars } from '../../kernel/money';
import type { TaxLine } from './document';

/** A tax line as it is stored and published: money in dollars. */
export interface StoredTaxLine {
  /** Null for the one rate of a seller without rules. */
  rule_id: string | null;
  name: string;
  /** In dollars; of a tax by weight in its unit, of one by unit in units. */
  base: number;
  /** In percent; of a tax by weight or unit in dollars per unit. */
  rate: number;
  /** In dollars. */
  amount: number;
}

export function storedTaxLine({ rule, base, cents }: TaxLine): StoredTaxLine {
  const { id: rule_id, name, basis } = rule;
  const scales = { percent: 100, weight: 10_000, unit: 1 };
  return {
    rule_id,
    name,
    base: base / scales[basis],
    rate: basis === 'percent' ? rule.rate / 10_000 : toDollars(rule.cents),
    amount: toDollars(cents),
  };
}
