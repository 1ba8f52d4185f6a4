import { dollarText } from '../../../kernel/money';
import { sumRows } from '../../../kernel/tax-text';
import { termsBetween } from '../../../kernel/terms-text';
import type { CreditNoteView } from '../../billing/credits/resource';
import type { PrintedInvoice } from '../../billing/invoices/queries';
import { byCategory, day, left, number, right, UNKNOWN } from './parts';
import type { PrintedSheet, Sheet } from './schema';

type Party = NonNullable<PrintedInvoice['parties']>['seller'];
type Line = PrintedInvoice['invoice']['lines'][number];

function partyOf(role: string, party: Party): Sheet['parties'][number] {
  const at = ({ street, city, state, zip }: Party['address']) => `${street}, ${city}, ${state} ${zip}`;
  const places = party.premises.length > 0 ? party.premises : [];
  return {
    role,
    name: party.legal_name || party.name,
    lines: [
      ...(party.legal_name && party.legal_name !== party.name ? [party.name] : []),
      `License ${party.license_number}`,
      ...(places.length === 0 ? [at(party.address)] : []),
      ...places.flatMap(({ name, license_number, address }) => [
        name,
        at(address),
        ...(license_number && license_number !== party.license_number
          ? [`Premises license ${license_number}`]
          : []),
      ]),
      ...(party.phone ? [party.phone] : []),
    ],
  };
}

const partiesOf = ({ invoice, parties }: PrintedInvoice): Sheet['parties'] =>
  parties
    ? [partyOf('Seller', parties.seller), partyOf('Bill to', parties.bill_to)]
    : [
        { role: 'Seller', name: invoice.seller.name, lines: [] },
        { role: 'Bill to', name: invoice.buyer.name, lines: [] },
      ];

const amountOf = ({ amount, unit }: Pick<Line, 'amount' | 'unit'>) =>
  unit ? `${number(amount)} ${unit}` : number(amount);

const lotsOf = ({ lots }: Line) =>
  lots.map(({ batch_id, quantity }) => (lots.length > 1 ? `${batch_id} (${quantity})` : batch_id)).join(', ');

/**
 * An issued invoice as it is printed: of an opening balance its sum alone, under the parties' current names.
 * @param notes of its order
 */
export function invoiceSheet(
  { invoice, parties }: PrintedInvoice,
  {
    logoUrl,
    poNumber = null,
    notes = null,
  }: { logoUrl: string | null; poNumber?: string | null; notes?: string | null },
): Sheet {
  const { lines, settled, balance, pending_credit } = invoice;
  return {
    kind: 'invoice',
    title: 'Invoice',
    number: invoice.number,
    logo_url: logoUrl,
    facts: [
      { label: 'Issued', value: day(invoice.issued_on) },
      { label: 'Due', value: day(invoice.due_on) },
      ...(invoice.opening
        ? []
        : [{ label: 'Terms', value: termsBetween(invoice.issued_on, invoice.due_on) }]),
      ...(invoice.order_number ? [{ label: 'Order', value: invoice.order_number }] : []),
      ...(poNumber ? [{ label: 'PO number', value: poNumber }] : []),
    ],
    parties: partiesOf({ invoice, parties }),
    columns: [
      left('Product', 44),
      left('Batch', 20),
      right('Units', 8),
      right('Unit price', 13),
      right('Total', 15),
    ],
    rows: invoice.opening
      ? [['Opening balance', '', '', '', dollarText(invoice.total)]]
      : lines.map((line) => [
          `${line.product_name} ${line.variant_name}\n${line.sku}`,
          lotsOf(line) || UNKNOWN,
          amountOf(line),
          line.sample ? 'Sample' : priceOf(line),
          dollarText(line.total),
        ]),
    categories: byCategory(
      lines,
      ({ category }) => category,
      (group) => dollarText(group.reduce((sum, { total }) => sum + total, 0)),
    ),
    totals: [
      ...(invoice.opening
        ? []
        : [
            { label: 'Subtotal', value: dollarText(invoice.subtotal) },
            ...sumRows(invoice).map(({ label, amount }) => ({ label, value: dollarText(amount) })),
          ]),
      { label: 'Total', value: dollarText(invoice.total) },
      ...(settled > 0 ? [{ label: 'Payments and credits', value: dollarText(-settled) }] : []),
      ...(pending_credit > 0 ? [{ label: 'Of it pending credit', value: dollarText(pending_credit) }] : []),
      { label: 'Balance due', value: dollarText(balance) },
    ],
    notes,
    ...(parties?.remittance && { payment: parties.remittance }),
    signatures: [],
  };
}

const priceOf = ({ unit_price, discount_bps }: Line) =>
  discount_bps > 0 ? `${dollarText(unit_price)}\n−${discount_bps / 100}%` : dollarText(unit_price);

/** A credit note as it is printed, under the names of its invoice. */
export function creditSheet(
  note: CreditNoteView,
  printed: PrintedInvoice,
  logoUrl: string | null,
): PrintedSheet {
  const { lines, discount_total, tax_lines } = note;
  return {
    title: 'Credit note',
    number: note.number,
    logo_url: logoUrl,
    facts: [
      { label: 'Issued', value: day(note.issued_on) },
      { label: 'Invoice', value: note.invoice.number },
      ...(printed.invoice.order_number ? [{ label: 'Order', value: printed.invoice.order_number }] : []),
      { label: 'Reason', value: note.reason },
    ],
    parties: partiesOf(printed),
    columns: [left('Product', 64), right('Units', 8), right('Unit price', 13), right('Credit', 15)],
    rows: lines.map((line) => [
      `${line.product_name}\n${line.sku}`,
      line.quantity > 0 ? amountOf(line) : UNKNOWN,
      dollarText(line.unit_price),
      dollarText(line.total),
    ]),
    categories: [],
    totals: [
      { label: 'Subtotal', value: dollarText(note.subtotal) },
      ...(discount_total === 0 ? [] : [{ label: 'Discount', value: dollarText(-discount_total) }]),
      ...tax_lines.map(({ name, amount }) => ({ label: name, value: dollarText(amount) })),
      { label: 'Credit', value: dollarText(note.total) },
    ],
    notes: null,
    signatures: [],
  };
}
