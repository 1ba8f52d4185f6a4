import { sumRows } from '../../../kernel/tax-text';
import type { PrintedInvoice } from '../../billing/invoices/queries';
import { byCategory, day, dollars, left, number, right, UNKNOWN } from './parts';
import type { Sheet } from './schema';

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

const amountOf = ({ amount, unit }: Line) => (unit ? `${number(amount)} ${unit}` : number(amount));

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
      ...(invoice.order_number ? [{ label: 'Order', value: invoice.order_number }] : []),
      ...(poNumber ? [{ label: 'PO number', value: poNumber }] : []),
    ],
    parties: parties
      ? [partyOf('Seller', parties.seller), partyOf('Bill to', parties.bill_to)]
      : [
          { role: 'Seller', name: invoice.seller.name, lines: [] },
          { role: 'Bill to', name: invoice.buyer.name, lines: [] },
        ],
    columns: [
      left('Product', 44),
      left('Batch', 20),
      right('Units', 8),
      right('Unit price', 13),
      right('Total', 15),
    ],
    rows: invoice.opening
      ? [['Opening balance', '', '', '', dollars(invoice.total)]]
      : lines.map((line) => [
          `${line.product_name} ${line.variant_name}\n${line.sku}`,
          lotsOf(line) || UNKNOWN,
          amountOf(line),
          line.sample ? 'Sample' : priceOf(line),
          dollars(line.total),
        ]),
    categories: byCategory(
      lines,
      ({ category }) => category,
      (group) => dollars(group.reduce((sum, { total }) => sum + total, 0)),
    ),
    totals: [
      ...(invoice.opening
        ? []
        : [
            { label: 'Subtotal', value: dollars(invoice.subtotal) },
            ...sumRows(invoice).map(({ label, amount }) => ({ label, value: dollars(amount) })),
          ]),
      { label: 'Total', value: dollars(invoice.total) },
      ...(settled > 0 ? [{ label: 'Payments and credits', value: dollars(-settled) }] : []),
      ...(pending_credit > 0 ? [{ label: 'Of it pending credit', value: dollars(pending_credit) }] : []),
      { label: 'Balance due', value: dollars(balance) },
    ],
    notes,
    ...(parties?.remittance && { payment: parties.remittance }),
    signatures: [],
  };
}

const priceOf = ({ unit_price, discount_bps }: Line) =>
  discount_bps > 0 ? `${dollars(unit_price)}\n−${discount_bps / 100}%` : dollars(unit_price);
