import { EACH } from '../../../kernel/weights';
import { type DocumentLine, type DocumentTotals, document, taxesOf } from '../../pricing/document';
import { storedTaxLine } from '../../pricing/tax-lines';
import type { StoredDocument, StoredLine } from './stored';

/** A line whose money follows from the rest of it. */
type Unpriced = Omit<StoredLine, 'total_cents' | 'discount_share_cents'>;
type Terms = Omit<StoredDocument, 'lines' | 'tax_lines'>;

/** Money columns of an invoice, in cents. */
export type InvoiceTotals = Pick<
  DocumentTotals,
  'subtotalCents' | 'discountCents' | 'freightCents' | 'taxCents' | 'totalCents'
>;

const toLine = (line: Unpriced): DocumentLine => ({
  quantity: line.quantity,
  step: line.step ?? EACH,
  unitPriceCents: line.unit_price_cents,
  discountBps: line.discount_bps,
  category: line.tax_category ?? '',
  weight:
    line.tax_weight && line.tax_weight_unit ? { amount: line.tax_weight, unit: line.tax_weight_unit } : null,
  byWeight: Boolean(line.step),
  sample: line.sample,
});

/** What lines come to, worked out whole by the frozen terms of their order. */
export const documentOf = (lines: readonly Unpriced[], terms: Terms): DocumentTotals =>
  document(lines.map(toLine), terms.adjustments ?? [], taxesOf(terms.tax_rate_bps, terms.tax_rules));

/** The document to freeze, and its sums in cents. */
export function freeze(
  lines: readonly Unpriced[],
  terms: Terms,
): { totals: InvoiceTotals; document: StoredDocument } {
  const { subtotalCents, discountCents, freightCents, taxCents, totalCents, ...computed } = documentOf(
    lines,
    terms,
  );
  return {
    totals: { subtotalCents, discountCents, freightCents, taxCents, totalCents },
    document: {
      ...terms,
      lines: lines.map((line, n) => ({
        ...line,
        total_cents: computed.lines[n]?.totalCents ?? 0,
        discount_share_cents: computed.lines[n]?.discountShareCents ?? 0,
      })),
      tax_lines: computed.taxLines.map(storedTaxLine),
    },
  };
}
