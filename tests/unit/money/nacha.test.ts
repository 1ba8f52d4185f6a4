import nacha from '@midlandsbank/node-nacha';
import { describe, expect, test } from 'vitest';
import { isBankDay } from '../../../server/features/billing/pay-runs/bank-days';
import { type NachaFile, nachaFile, transliterated } from '../../../server/features/billing/pay-runs/nacha';

const FILE: NachaFile = {
  ...{ routing: '021000021', bank: 'Bank', company: 'Golden Coast Distribution', modifier: 'A' },
  ...{ day: '2026-11-30', time: '1415', payOn: '2026-12-01' },
  entries: [
    {
      ...{ routing: '021000021', account: '5550001234', type: 'checking', name: 'Séance Café GmbH & Söhne' },
      ...{ cents: 50_000, pays: 'INV-0000001' },
    },
    {
      routing: '011401533',
      account: '99-1',
      type: 'savings',
      name: 'Two',
      cents: 13_579,
      pays: 'PR-0000007',
    },
  ],
};
const rowsOf = (text: string) => text.split('\r\n').slice(0, -1);

describe('a file of credits', () => {
  const text = nachaFile(FILE);
  const rows = rowsOf(text);

  test('has lines of 94 columns of ASCII that end in CRLF, in tens filled with nines', () => {
    expect(text.endsWith('\r\n')).toBe(true);
    expect(rows).toHaveLength(10);
    for (const row of rows) expect(row).toMatch(/^[\x20-\x7e]{94}$/);
    expect(rows.slice(8)).toEqual(['9'.repeat(94), '9'.repeat(94)]);
  });

  test('adds up: 02100002 500.00 and 01140153 135.79 are hash 0003240155 and credit 635.79', () => {
    const control = rows[6] ?? '';
    expect(control.slice(0, 10)).toBe('8220000004');
    expect(control.slice(10, 20)).toBe('0003240155');
    expect(control.slice(20, 44)).toBe('000000000000000000063579');
    expect(rows[7]).toBe(`9000001000001000000040003240155000000000000000000063579${' '.repeat(39)}`);
  });

  test('has the kind of the account, an addendum with what is paid, and traces that ascend from 1', () => {
    const [first = '', addendum = '', second = '', other = ''] = rows.slice(2, 6);
    expect([first.slice(0, 3), second.slice(0, 3)]).toEqual(['622', '632']);
    expect([first.slice(79), second.slice(79)]).toEqual(['021000020000001', '021000020000002']);
    expect(addendum.slice(0, 83).trimEnd()).toBe('705RMR*IV*INV-0000001**500.00\\');
    expect(other.slice(0, 83).trimEnd()).toBe('705RMR*IV*PR-0000007**135.79\\');
    expect(first.slice(54, 76)).toBe('SEANCE CAFE GMBH & SOH');
  });

  // Another program than ours.
  test('is read by another program as it was meant', () => {
    const { file, batches } = nacha.from(text).data;
    expect(JSON.stringify(file)).toContain('021000021');
    expect(batches).toHaveLength(1);
    expect(batches[0]?.entries.map(({ amount }) => Number(amount))).toEqual([50_000, 13_579]);
    expect(JSON.stringify(batches[0]?.entries[0])).toContain('RMR*IV*INV-0000001**500.00');
  });
});

test('letters of other languages become those of ASCII', () => {
  expect(transliterated('Ægir Straße Łódź 東京 €5')).toBe('AEGIR STRASSE ODZ  5');
});

test('banks are closed on weekends and on the days of the Federal Reserve', () => {
  const closed = [
    '2026-11-28',
    '2026-11-29',
    '2026-11-26',
    '2026-12-25',
    '2027-01-01',
    '2026-01-19',
    '2026-05-25',
    '2026-09-07',
    '2027-07-05',
  ];
  expect(closed.filter(isBankDay)).toEqual([]);
  // A Saturday's is not kept on Friday.
  expect(['2026-11-27', '2026-12-01', '2026-07-03', '2026-05-18'].filter(isBankDay)).toHaveLength(4);
});
