import { dateIn } from '../../../kernel/clock';
import { dollarText } from '../../../kernel/money';
import type { DraftView } from '../drafts/resource';
import { day, left, number, right } from './parts';
import type { PrintedSheet } from './schema';

type Line = DraftView['items'][number];

const amountOf = ({ amount, unit }: Line) => (unit ? `${number(amount)} ${unit}` : number(amount));

function priceOf({ sample, unit_price, unit, discount_bps }: Line): string {
  if (sample) return 'Sample';
  const price = unit ? `${dollarText(unit_price)}/${unit}` : dollarText(unit_price);
  return discount_bps > 0 ? `${price}\n−${discount_bps / 100}%` : price;
}

/** A draft or quote as it is printed, by its day in the reader's calendar; taxes are those of the day it is placed. */
export function quoteSheet(
  draft: DraftView,
  { logoUrl, timezone }: { logoUrl: string | null; timezone: string },
): PrintedSheet {
  const { status, wholesaler, retailer, items, valid_until, delivery_date, po_number, notes } = draft;
  const isDraft = status === 'draft';
  return {
    title: isDraft ? 'Draft' : 'Quote',
    number: day(dateIn(timezone, new Date(draft.sent_at ?? draft.created_at))),
    logo_url: logoUrl,
    facts: [
      ...(valid_until ? [{ label: 'Valid until', value: day(valid_until) }] : []),
      ...(delivery_date ? [{ label: 'Requested delivery', value: day(delivery_date) }] : []),
      ...(po_number ? [{ label: 'PO number', value: po_number }] : []),
    ],
    parties: [
      { role: 'Seller', name: wholesaler.name, lines: [] },
      { role: 'For', name: retailer.name, lines: [] },
    ],
    columns: [left('Product', 56), right('Units', 12), right('Unit price', 16), right('Total', 16)],
    rows: items.map((line) => [
      `${[line.product_name, line.variant_name].filter(Boolean).join(' ')}\n${line.sku}`,
      amountOf(line),
      priceOf(line),
      dollarText(line.total),
    ]),
    categories: [],
    totals: [{ label: 'Subtotal before tax', value: dollarText(draft.subtotal) }],
    notes,
    signatures: [],
  };
}
