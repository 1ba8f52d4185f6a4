// Pages import this file.
import { dollarText } from './money';

const decimals = new Intl.NumberFormat('en-US', { maximumFractionDigits: 4 });

/** A rate in percent: "8.25%". */
export const percentText = (rate: number): string => `${decimals.format(rate)}%`;

/** A tax as orders and invoices list it. */
interface TaxLine {
  rule_id: string | null;
  name: string;
  base: number;
  rate: number;
  amount: number;
}

/** What a tax is called beside its amount: "Excise 15% on $900.00", or by weight or unit "Excise, 2.4692 × $50.00". */
function taxText({ rule_id, name, base, rate, amount }: TaxLine): string {
  // The one rate of a seller is of all that stands above it.
  if (rule_id === null) return name;
  // The rate of a tax by weight or unit is dollars for each, a hundred times what the same number of percent would come to.
  const isPercent = Math.abs((base * rate) / 100 - amount) < 0.0051;
  return isPercent
    ? `${name} ${percentText(rate)} on ${dollarText(base)}`
    : `${name}, ${decimals.format(base)} × ${dollarText(rate)}`;
}

/** The taxes of an order as rows of its sums; without any, a row of none. `key` tells the rows of one order apart. */
export const taxRows = (lines: readonly TaxLine[]): { key: string; label: string; amount: number }[] =>
  lines.length === 0
    ? [{ key: '', label: 'Tax', amount: 0 }]
    : lines.map((line) => ({ key: line.rule_id ?? '', label: taxText(line), amount: line.amount }));

/** What a seller takes off an order or adds to it: dollars, or basis points of the subtotal. */
interface Adjustment {
  kind: 'discount' | 'freight' | 'fee';
  label: string;
  amount?: number | undefined;
  bps?: number | undefined;
}

interface Sums {
  subtotal: number;
  /** Absent where nothing is adjusted. */
  adjustments?: readonly Adjustment[] | undefined;
  tax_lines: readonly TaxLine[];
}

/** What stands between an order's subtotal and its total, as rows with signed dollars: discounts, freight and taxes. */
export const sumRows = (order: Sums): ReturnType<typeof taxRows> => [
  ...adjustmentRows(order),
  ...taxRows(order.tax_lines),
];

/** A row for each adjustment, in cents as the order was computed: a discount takes at most what is left of the subtotal. */
function adjustmentRows({ subtotal, adjustments = [] }: Sums): ReturnType<typeof taxRows> {
  let left = Math.round(subtotal * 100);
  return adjustments.map(({ kind, label, amount, bps = 0 }, place) => {
    const asked =
      amount === undefined
        ? Math.floor((Math.round(subtotal * 100) * bps + 5_000) / 10_000)
        : Math.round(amount * 100);
    const taken = kind === 'discount' ? Math.min(asked, left) : asked;
    if (kind === 'discount') left -= taken;
    return {
      key: `adjustment-${place}`,
      label: amount === undefined ? `${label} (${percentText(bps / 100)})` : label,
      amount: (kind === 'discount' ? -taken : taken) / 100,
    };
  });
}
