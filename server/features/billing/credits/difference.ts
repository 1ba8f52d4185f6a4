import { type Adjustment, type DocumentTotals, withFreight } from '../../pricing/document';
import { storedTaxLine } from '../../pricing/tax-lines';
import { documentOf } from '../invoices/document';
import type { StoredDocument } from '../invoices/stored';
import type { CreditedDocument, Remaining } from './tables';

/** All of an invoice. */
export const wholeOf = ({ lines }: StoredDocument): Remaining => ({
  lines: lines.map(({ item_id, quantity, unit_price_cents }) => ({ item_id, quantity, unit_price_cents })),
  discount_cents: null,
});

/** The same with at most so many steps of each line. */
export const within = (remaining: Remaining, accepted: ReadonlyMap<string, number>): Remaining => ({
  ...remaining,
  lines: remaining.lines.map((line) => ({
    ...line,
    quantity: Math.min(line.quantity, accepted.get(line.item_id) ?? line.quantity),
  })),
});

/**
 * What stays of an invoice, worked out whole by its frozen rules (decision 671): percentages follow, fixed discounts stay up to the subtotal,
 * and freight stays as it was invoiced.
 */
export function documentAfter(
  document: StoredDocument,
  { lines, discount_cents }: Remaining,
): DocumentTotals {
  const left = new Map(lines.map((line) => [line.item_id, line]));
  const freight = documentOf(document.lines, document).freightCents;
  const given: readonly Adjustment[] =
    discount_cents === null ? (document.adjustments ?? []) : [{ kind: 'discount', cents: discount_cents }];
  return documentOf(
    document.lines.map((line) => ({
      ...line,
      quantity: left.get(line.item_id)?.quantity ?? line.quantity,
      unit_price_cents: left.get(line.item_id)?.unit_price_cents ?? line.unit_price_cents,
    })),
    {
      ...document,
      adjustments: withFreight(given, freight).map((one) => ({ ...one, label: '' })),
    },
  );
}

/** What a credit note takes off, in cents. */
export interface Difference {
  subtotalCents: number;
  discountCents: number;
  taxCents: number;
  totalCents: number;
  document: CreditedDocument;
}

/** The document of what stayed, less that of what stays. */
export function difference(document: StoredDocument, before: Remaining, after: Remaining): Difference {
  const [was, is] = [documentAfter(document, before), documentAfter(document, after)];
  const stays = new Map(after.lines.map((line) => [line.item_id, line.quantity]));
  const stayed = new Map(before.lines.map((line) => [line.item_id, line]));
  const lines = document.lines.flatMap(({ item_id, product_name, sku, category, unit, step }, n) => {
    const line = stayed.get(item_id);
    const quantity = (line?.quantity ?? 0) - (stays.get(item_id) ?? 0);
    const total_cents = (was.lines[n]?.totalCents ?? 0) - (is.lines[n]?.totalCents ?? 0);
    if (quantity === 0 && total_cents === 0) return [];
    const unit_price_cents = line?.unit_price_cents ?? 0;
    return [{ item_id, product_name, sku, category, unit, step, quantity, unit_price_cents, total_cents }];
  });
  return {
    subtotalCents: was.subtotalCents - is.subtotalCents,
    discountCents: was.discountCents - is.discountCents,
    taxCents: was.taxCents - is.taxCents,
    totalCents: was.totalCents - is.totalCents,
    document: { lines, tax_lines: taxesBetween(was, is) },
  };
}

function taxesBetween(was: DocumentTotals, is: DocumentTotals): CreditedDocument['tax_lines'] {
  const left = new Map(is.taxLines.map((line) => [line.rule.id, line.cents]));
  return was.taxLines.flatMap((line) => {
    const cents = line.cents - (left.get(line.rule.id) ?? 0);
    const { rule_id, name, amount } = storedTaxLine({ ...line, cents });
    return cents === 0 ? [] : [{ rule_id, name, amount }];
  });
}
