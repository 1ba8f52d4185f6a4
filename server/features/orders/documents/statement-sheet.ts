import { dollarText } from '../../../kernel/money';
import type { PrintedStatement, StatementView } from '../../billing/statements/queries';
import { day, left, right, UNKNOWN } from './parts';
import type { PrintedSheet } from './schema';

const KINDS: Record<StatementView['rows'][number]['kind'], string> = {
  invoice: 'Invoice',
  credit_note: 'Credit note',
  payment: 'Payment',
  refund: 'Refund',
  void: 'Void',
};

const amount = (value: number) => (value === 0 ? '' : dollarText(value));

/** A statement as it is printed, with the balance before and after its rows. */
export function statementSheet(
  { statement, parties, remittance }: PrintedStatement,
  logoUrl: string | null,
): PrintedSheet {
  const { from, to, opening, rows, closing } = statement;
  return {
    title: 'Statement',
    number: `${day(from)} – ${day(to)}`,
    logo_url: logoUrl,
    facts: [
      { label: 'From', value: day(from) },
      { label: 'To', value: day(to) },
    ],
    parties: [
      { role: 'Seller', ...parties.seller },
      { role: 'Customer', ...parties.buyer },
    ],
    columns: [
      left('Date', 16),
      left('Document', 20),
      left('Number', 22),
      right('Charges', 14),
      right('Payments', 14),
      right('Balance', 14),
    ],
    rows: [
      [day(from), 'Opening balance', '', '', '', dollarText(opening)],
      ...rows.map((row) => [
        day(row.date),
        KINDS[row.kind],
        row.number ?? UNKNOWN,
        amount(row.debit),
        amount(row.credit),
        dollarText(row.balance),
      ]),
    ],
    categories: [],
    totals: [{ label: closing < 0 ? 'Credit balance' : 'Balance due', value: dollarText(Math.abs(closing)) }],
    notes: null,
    ...(remittance && { payment: remittance }),
    signatures: [],
  };
}
