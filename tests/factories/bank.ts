import type {
  BankAccountView,
  BankLineView,
  BankStatementView,
} from '../../server/features/billing/bank/resource';
import { type Answer, type Client, ok } from '../setup/client';
import { form } from '../setup/form';

export const BANK = '/api/v1/bank';
export const LINES = `${BANK}/lines`;
export const STATEMENTS = `${BANK}/statements`;
export const ACCOUNTS = `${BANK}/accounts`;

export const MAPPING = {
  date: 'Date',
  amount: 'Amount',
  text: ['Description'],
  date_format: 'YYYY-MM-DD',
  decimal: '.',
} as const;

export const openAccount = async (client: Client, fields: object = {}): Promise<BankAccountView> =>
  ok(await client.post<BankAccountView>(ACCOUNTS, { name: 'Operating', ...fields }));

/** A CSV of days, texts and dollars. */
export const csvOf = (...rows: Array<[day: string, text: string, dollars: string | number]>): string =>
  ['Date,Description,Amount', ...rows.map(([day, text, dollars]) => `${day},"${text}","${dollars}"`)].join(
    '\n',
  );

export function uploadStatement(
  client: Client,
  accountId: string,
  content: string | Uint8Array,
  fields: Record<string, string> = {},
): Promise<Answer<BankStatementView>> {
  return client.send(
    'POST',
    STATEMENTS,
    form([
      { name: 'account_id', content: accountId },
      ...Object.entries(fields).map(([name, value]) => ({ name, content: value })),
      { name: 'file', fileName: 'november.csv', type: 'text/plain', content },
    ]),
  );
}

/** A statement once it is read. */
export async function settledStatement(
  client: Client,
  id: string,
  patienceMs = 30_000,
): Promise<BankStatementView> {
  const deadline = Date.now() + patienceMs;
  for (;;) {
    const body = ok(await client.get<BankStatementView>(`${STATEMENTS}/${id}`));
    if (body.status !== 'reading') return body;
    if (Date.now() > deadline) throw new Error(`The statement is not read: ${JSON.stringify(body)}`);
    await new Promise((resolve) => setTimeout(resolve, 40));
  }
}

/** Uploads a file and waits until it is read. */
export async function readStatement(
  client: Client,
  accountId: string,
  content: string | Uint8Array,
  fields: Record<string, string> = {},
): Promise<BankStatementView> {
  const uploaded = ok(await uploadStatement(client, accountId, content, fields));
  return settledStatement(client, uploaded.id);
}

/** Reads a CSV of our columns. */
export const readCsvOf = (
  client: Client,
  accountId: string,
  ...rows: Array<[day: string, text: string, dollars: string | number]>
): Promise<BankStatementView> =>
  readStatement(client, accountId, csvOf(...rows), { mapping: JSON.stringify(MAPPING) });

export const linesOf = async (client: Client, query: string): Promise<BankLineView[]> =>
  ok(await client.get<{ data: BankLineView[] }>(`${LINES}?${query}`)).data;

let texts = 0;
/** The one line of a CSV with it. */
export async function oneLine(
  client: Client,
  accountId: string,
  day: string,
  text: string,
  dollars: number,
): Promise<BankLineView> {
  const statement = await readCsvOf(
    client,
    accountId,
    [day, text, dollars],
    ['2020-01-01', `Other ${++texts}`, -1],
  );
  const found = await linesOf(client, `statement_id=${statement.id}&from=2020-01-02`);
  return found[0] as BankLineView;
}

/** An OFX of transactions, in the form without end tags. */
export const ofxOf = (
  transactions: ReadonlyArray<{
    id: string;
    day: string;
    amount: string;
    name?: string;
    memo?: string;
    type?: string;
  }>,
  { account = '000123456789', currency = 'USD' } = {},
): string => `OFXHEADER:100
DATA:OFXSGML
VERSION:102

<OFX><BANKMSGSRSV1><STMTTRNRS><TRNUID>1<STMTRS><CURDEF>${currency}
<BANKACCTFROM><BANKID>021000021<ACCTID>${account}<ACCTTYPE>CHECKING</BANKACCTFROM>
<BANKTRANLIST><DTSTART>20261101<DTEND>20261130
${transactions
  .map(
    ({ id, day, amount, name = 'DEPOSIT', memo = '', type = 'CREDIT' }) =>
      `<STMTTRN><TRNTYPE>${type}<DTPOSTED>${day}<TRNAMT>${amount}<FITID>${id}<NAME>${name}<MEMO>${memo}</STMTTRN>`,
  )
  .join('\n')}
</BANKTRANLIST><LEDGERBAL><BALAMT>1.00<DTASOF>20261130</LEDGERBAL></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`;
