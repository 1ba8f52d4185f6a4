import { amountIn } from '../../../kernel/weights';

interface Part {
  part: number;
  whole: number;
  unit: string | null;
  step: number | null;
}

/** How much of some goods, for a timeline: `8 of 10 units`, `12.34 of 12.5 lb`, by unit. @param lines in steps, `step` as published */
export function partsText(lines: readonly Part[]): string {
  const sums = new Map<string, Record<'part' | 'whole', number>>();
  for (const { part, whole, unit, step } of lines) {
    const sum = sums.get(unit ?? 'units') ?? { part: 0, whole: 0 };
    sum.part += amountIn(part, step);
    sum.whole += amountIn(whole, step);
    sums.set(unit ?? 'units', sum);
  }
  const shown = (amount: number) => Number(amount.toFixed(4));
  return [...sums].map(([unit, { part, whole }]) => `${shown(part)} of ${shown(whole)} ${unit}`).join(', ');
}
