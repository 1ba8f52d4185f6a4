import { type DocumentLine, document, type TaxRule, WeightMissing } from '@/server/features/pricing/document';
import { type TaxValues, taxFields } from './tax-values';

/** A line of the sample order. */
export interface SampleLine {
  name: string;
  quantity: number;
  price: number;
}

type Sample = SampleLine & { category: string; grams: number | null };

export const SAMPLE_FREIGHT = 25;
const SAMPLE: readonly Sample[] = [
  { name: 'Flower, 3.5 g', category: 'flower', quantity: 20, price: 25, grams: 3.5 },
  { name: 'Vape cartridges, 1 g', category: 'vapes', quantity: 10, price: 30, grams: 1 },
  { name: 'Gummies, 100 mg', category: 'edibles', quantity: 10, price: 12, grams: 0.1 },
  { name: 'Rolling papers', category: 'accessories', quantity: 10, price: 2, grams: null },
];
export const SAMPLE_LINES: readonly SampleLine[] = SAMPLE;

const toLine = ({ category, quantity, price, grams }: Sample): DocumentLine => ({
  quantity,
  category,
  step: 10_000,
  unitPriceCents: price * 100,
  discountBps: 0,
  weight: grams === null ? null : { amount: Math.round(grams * 10_000), unit: 'g' },
  byWeight: false,
  sample: false,
});

/** What a rule adds to the sample order. */
export type SampleTax =
  | { base: number; amount: number }
  /** It goes by weight, and a line has none. */
  | { missing: string };

/** The tax of a rule on the sample order, by the same function that orders use; null while the form lacks its rate. */
export function sampleTax(values: TaxValues): SampleTax | null {
  const rule = ruleOf(values);
  if (!rule) return null;
  try {
    const { taxLines } = document(
      SAMPLE.map(toLine),
      [{ kind: 'freight', cents: SAMPLE_FREIGHT * 100 }],
      [rule],
    );
    const scale = { percent: 100, weight: 10_000, unit: 1 }[rule.basis];
    const [line] = taxLines;
    return { base: (line?.base ?? 0) / scale, amount: (line?.cents ?? 0) / 100 };
  } catch (error) {
    if (!(error instanceof WeightMissing)) throw error;
    return { missing: SAMPLE[error.line]?.name ?? '' };
  }
}

function ruleOf(values: TaxValues): TaxRule | null {
  const { name, basis, rate, amount, weight_unit, categories = [], include_freight } = taxFields(values);
  const own = { id: null, name, categories: categories?.length ? categories : null };
  if (basis === 'percent') {
    if (rate == null) return null;
    return { ...own, basis, rate: Math.round(rate * 10_000), includeFreight: include_freight ?? false };
  }
  if (amount == null) return null;
  const cents = Math.round(amount * 100);
  return basis === 'weight' ? { ...own, basis, cents, unit: weight_unit ?? 'g' } : { ...own, basis, cents };
}
