// Other features import this file.
import { toDollars } from '../../kernel/money';
import type { TaxLine } from './document';
import type { TaxLine as StoredTaxLine } from './schema';

export type { TaxLine as StoredTaxLine } from './schema';

/** A tax line as it is stored and published: money in dollars, rates in percent. */
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
