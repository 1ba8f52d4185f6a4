import { csvCell } from '../../../kernel/csv-text';
import { amountIn } from '../../../kernel/weights';
import type { BookedCredit, BookedCustomer, BookedInvoice, BookedPayment } from './documents.sql';
import type { Entry } from './entries';
import { IifNames, iifField } from './iif';
import { cleanName } from './names';

/** A file of an export: `rows` without its heading. */
export interface BookFile {
  name: string;
  rows: number;
  contents: string;
}

/** A cell: text, or cents. */
type Cell = string | number;

/** Cents as dollars with two decimals, which no spreadsheet takes for a formula. */
export function dollars(cents: number): string {
  const digits = String(Math.abs(cents)).padStart(3, '0');
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

const line = (cells: readonly Cell[]) =>
  `${cells.map((cell) => (typeof cell === 'number' ? dollars(cell) : csvCell(cell))).join(',')}\r\n`;

/** Bounds of a file that QuickBooks Online imports (decision 730). */
const MAX_ROWS = 1_000;
const MAX_GROUPS = 100;

/** Rows that stay together. */
type Group = readonly (readonly Cell[])[];

/** Files of so many rows and documents, none of which is split. */
function filesOf(
  name: string,
  heading: string,
  groups: readonly Group[],
  { maxRows = Number.POSITIVE_INFINITY, maxGroups = Number.POSITIVE_INFINITY } = {},
): BookFile[] {
  const parts: Group[][] = [];
  let rows = 0;
  for (const group of groups) {
    const part = parts.at(-1);
    if (!part || part.length >= maxGroups || rows + group.length > maxRows) {
      parts.push([group]);
      rows = group.length;
    } else {
      part.push(group);
      rows += group.length;
    }
  }
  return parts.map((part, n) => ({
    name: parts.length > 1 ? `${name}-${n + 1}.csv` : `${name}.csv`,
    rows: part.reduce((sum, group) => sum + group.length, 0),
    contents: `${heading}\r\n${part.map((group) => group.map(line).join('')).join('')}`,
  }));
}

/** A calendar day as MM/DD/YYYY. */
const usDay = (day: string) => `${day.slice(5, 7)}/${day.slice(8)}/${day.slice(0, 4)}`;

const INVOICES =
  '*InvoiceNo,*Customer,*InvoiceDate,*DueDate,Terms,Location,Memo,Item(Product/Service),ItemDescription,ItemQuantity,ItemRate,*ItemAmount,Service Date';

const daysBetween = (from: string, to: string) =>
  Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000);
const termsText = (days: number) => (days === 0 ? 'Due on receipt' : `Net ${days}`);

/** A row per line with the head repeated, then discount, freight and taxes (decision 730). */
function invoiceRows(one: BookedInvoice): Group {
  const day = usDay(one.issued_on);
  const head = [
    ...[one.number, cleanName(one.party), day, usDay(one.due_on)],
    ...[termsText(daysBetween(one.issued_on, one.due_on)), '', one.order_number],
  ];
  const row = (item: string, description: string, quantity: string, rate: Cell, cents: number) => [
    ...head,
    ...[item, description, quantity, rate, cents, day],
  ];
  const { lines, tax_lines } = one.document;
  return [
    ...lines.map((sold) => {
      const item = `${sold.product_name} ${sold.variant_name}`.trim();
      const amount = amountIn(sold.quantity, sold.step === null ? null : sold.step / 10_000);
      const goods = [sold.sku, ...sold.lots.map(({ batch_id }) => batch_id)].join(', ');
      // A rate that doesn't come to the amount would be worked out again.
      return sold.discount_bps > 0 || sold.sample
        ? row(
            item,
            `${goods} (${amount} at ${dollars(sold.unit_price_cents)} less ${sold.discount_bps / 100}%)`,
            '1',
            sold.total_cents,
            sold.total_cents,
          )
        : row(item, goods, String(amount), sold.unit_price_cents, sold.total_cents);
    }),
    ...(one.discount_cents > 0 ? [row('Discount', '', '1', -one.discount_cents, -one.discount_cents)] : []),
    ...(one.freight_cents > 0 ? [row('Freight', '', '1', one.freight_cents, one.freight_cents)] : []),
    ...tax_lines
      .filter(({ amount }) => amount !== 0)
      .map(({ name, amount }) => row(name, 'Tax', '1', Math.round(amount * 100), Math.round(amount * 100))),
  ];
}

/** A credit note in the form of an invoice with negative amounts. */
function creditRows(one: BookedCredit): Group {
  const day = usDay(one.issued_on);
  const head = [
    one.number,
    cleanName(one.party),
    day,
    day,
    'Due on receipt',
    '',
    `Credit of ${one.invoice_number}: ${one.reason}`,
  ];
  const row = (item: string, description: string, cents: number) => [
    ...head,
    item,
    description,
    '1',
    cents,
    cents,
    day,
  ];
  const { lines, tax_lines } = one.document;
  return [
    ...lines
      .filter(({ total_cents }) => total_cents !== 0)
      .map((line) => row(line.product_name, line.sku, -line.total_cents)),
    ...(one.discount_cents === 0 ? [] : [row('Discount', '', one.discount_cents)]),
    ...tax_lines
      .filter(({ amount }) => amount !== 0)
      .map(({ name, amount }) => row(name, 'Tax', -Math.round(amount * 100))),
  ];
}

export const quickbooksInvoices = (
  invoices: readonly BookedInvoice[],
  credits: readonly BookedCredit[],
): BookFile[] =>
  filesOf('invoices', INVOICES, [...invoices.map(invoiceRows), ...credits.map(creditRows)], {
    maxRows: MAX_ROWS,
    maxGroups: MAX_GROUPS,
  });

const CUSTOMERS =
  'Name,Company,Email,Phone,Mobile,Fax,Website,Street,City,State,ZIP,Country,Opening Balance,Date,Resale Number';

export const quickbooksCustomers = (customers: readonly (BookedCustomer & { name: string })[]): BookFile[] =>
  filesOf(
    'customers',
    CUSTOMERS,
    customers.map(({ name, legal_name, email, phone, street, city, state, zip }) => [
      [
        name,
        cleanName(legal_name),
        email ?? '',
        phone ?? '',
        '',
        '',
        '',
        street,
        city,
        state,
        zip,
        'US',
        '',
        '',
        '',
      ],
    ]),
    { maxRows: MAX_ROWS },
  );

const NEUTRAL_CUSTOMERS =
  'customer_id,name,legal_name,license_number,email,phone,street,city,state,zip,external_id';

export const neutralCustomers = (customers: readonly BookedCustomer[]): BookFile[] =>
  filesOf(
    'customers',
    NEUTRAL_CUSTOMERS,
    customers.map(
      ({ id, party, legal_name, license_number, email, phone, street, city, state, zip, external_id }) => [
        [
          id,
          party,
          legal_name,
          license_number,
          email ?? '',
          phone ?? '',
          street,
          city,
          state,
          zip,
          external_id ?? '',
        ],
      ],
    ),
  );

const PAYMENTS = 'Ref No,Customer,Payment Date,Payment method,Deposit To Account Name,Invoice No,Amount';

/** For tools that import payments (decision 730): a row per invoice, and one for what went to none. */
export const paymentRows = (
  payments: readonly BookedPayment[],
  depositOf: (method: string) => string,
): BookFile[] =>
  filesOf(
    'payments',
    PAYMENTS,
    payments.map((one) => {
      const sign = (one.kind === 'refund' ? -1 : 1) * (one.part === 'void' ? -1 : 1);
      const applied = one.kind === 'refund' ? [] : one.invoices;
      const rest = one.amount_cents - applied.reduce((sum, { amount_cents }) => sum + amount_cents, 0);
      const row = (invoice: string, cents: number) => [
        ...[one.reference ?? '', cleanName(one.party), usDay(one.date), one.method],
        ...[depositOf(one.method), invoice, sign * cents],
      ];
      return [
        ...applied.map(({ number, amount_cents }) => row(number, amount_cents)),
        ...(rest !== 0 ? [row('', rest)] : []),
      ];
    }),
  );

const JOURNAL =
  '*JournalNo,*JournalDate,*AccountName,*Debits,*Credits,Description,Name,Currency,Location,Class';

const debit = (cents: number): Cell => (cents > 0 ? cents : '');
const credit = (cents: number): Cell => (cents < 0 ? -cents : '');

/** A number of its own for each entry: payments have none. */
const entryNumber = ({ id, part, type, number }: Entry) =>
  type === 'invoice' || type === 'credit_note'
    ? number
    : `${part === 'void' ? 'VOID' : 'PAY'}-${id.slice(-12)}`;

export const quickbooksJournal = (name: string, entries: readonly Entry[]): BookFile[] =>
  filesOf(
    name,
    JOURNAL,
    entries.map((entry) =>
      entry.postings.map(({ account, cents, memo }) => [
        ...[entryNumber(entry), usDay(entry.date), account, debit(cents), credit(cents)],
        ...[memo, cleanName(entry.party), 'USD', '', ''],
      ]),
    ),
    { maxRows: MAX_ROWS },
  );

const NEUTRAL =
  'entry_id,date,document_type,document_number,line,account,debit,credit,currency,party,party_external_id,memo';

export const neutralJournal = (name: string, entries: readonly Entry[]): BookFile[] =>
  filesOf(
    name,
    NEUTRAL,
    entries.map((entry) =>
      entry.postings.map(({ account, cents, memo }, n) => [
        ...[entryNumber(entry), entry.date, entry.type, entry.number, String(n + 1), account],
        ...[debit(cents), credit(cents), 'USD', entry.party, entry.partyExternalId ?? '', memo || entry.memo],
      ]),
    ),
  );

const FIELDS = 'TRNSTYPE\tDATE\tACCNT\tNAME\tAMOUNT\tDOCNUM\tMEMO';

const IIF_TYPES: Record<Entry['type'], string> = {
  invoice: 'INVOICE',
  credit_note: 'CREDIT MEMO',
  payment: 'PAYMENT',
  refund: 'PAYMENT',
  void: 'PAYMENT',
};

/** One file of QuickBooks Desktop: a transaction and its splits, which add up to 0.00 (decision 730). */
export function iifFile(name: string, entries: readonly Entry[]): BookFile[] {
  const names = new IifNames();
  const lines = entries.flatMap((entry) => [
    ...entry.postings.map(({ account, cents, memo }, n) =>
      [
        ...[
          n === 0 ? 'TRNS' : 'SPL',
          IIF_TYPES[entry.type],
          usDay(entry.date),
          iifField(account),
          names.of(entry.party),
        ],
        ...[dollars(cents), iifField(entry.number || entryNumber(entry)), iifField(memo || entry.memo)],
      ].join('\t'),
    ),
    'ENDTRNS',
  ]);
  const heading = [`!TRNS\t${FIELDS}`, `!SPL\t${FIELDS}`, '!ENDTRNS'];
  const rows = entries.reduce((sum, { postings }) => sum + postings.length, 0);
  return [{ name: `${name}.iif`, rows, contents: [...heading, ...lines, ''].join('\r\n') }];
}
