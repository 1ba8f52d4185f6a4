import type { BankStatement, Mapping } from './types';

const NAMES = {
  date: /date|posted|datum|day/i,
  amount: /^amount|amount$|^betrag/i,
  credit: /credit|deposit|money in|paid in/i,
  debit: /debit|withdrawal|money out|paid out/i,
  text: /description|memo|text|payee|details|name/i,
  reference: /reference|^ref|check/i,
  id: /transaction id|^id$|fitid/i,
};

/** What the columns of a statement are, by their names and first values: the member looks it over. */
export function suggestMapping(columns: BankStatement['columns']): Mapping {
  const find = (pattern: RegExp) => columns.find(({ name }) => pattern.test(name))?.name;
  const first = columns[0]?.name ?? '';
  const [credit, debit, amount] = [find(NAMES.credit), find(NAMES.debit), find(NAMES.amount)];
  const date = find(NAMES.date) ?? first;
  const [id, reference] = [find(NAMES.id), find(NAMES.reference)];
  const apart = amount === undefined && credit !== undefined && debit !== undefined;
  const amounts = columns.find(({ name }) => name === (apart ? credit : amount))?.samples ?? [];
  return {
    ...{ date, text: [find(NAMES.text) ?? columns[1]?.name ?? first] },
    ...(apart ? { credit, debit } : { amount: amount ?? columns.at(-1)?.name ?? first }),
    ...(id && { id }),
    ...(reference && { reference }),
    date_format: formatOf(columns.find(({ name }) => name === date)?.samples ?? []),
    decimal: amounts.some((text) => /,\d{1,2}\D*$/.test(text)) ? ',' : '.',
  };
}

function formatOf(samples: readonly string[]): Mapping['date_format'] {
  const text = samples.find((one) => one !== '') ?? '';
  if (/^\d{4}-/.test(text)) return 'YYYY-MM-DD';
  if (/^\d{8}/.test(text)) return 'YYYYMMDD';
  if (text.includes('.')) return 'DD.MM.YYYY';
  const dayFirst = samples.some((one) => Number(/^\d+/.exec(one)?.[0]) > 12);
  if (text.includes('-')) return dayFirst ? 'DD-MM-YYYY' : 'MM-DD-YYYY';
  if (/\/\d{2}$/.test(text)) return 'MM/DD/YY';
  return dayFirst ? 'DD/MM/YYYY' : 'MM/DD/YYYY';
}
