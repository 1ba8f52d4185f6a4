import { expect, test } from 'vitest';
import type { Move } from '../../../../server/features/inventory/ledger/ledger';
import { explain, type OpenSale } from '../../../../server/features/pos/sales/explain';

const ITEM = 'item';
const count = (lots: string[] = []) => ({
  itemId: ITEM,
  lots: lots.map((lotId) => ({ lotId, quantity: 0 })),
});
const move = (delta: number, lotId: string | null = null): Move => ({
  itemId: ITEM,
  lotId,
  delta,
  reservedDelta: 0,
});
const sale = (
  open: number,
  { lotId = null, ...given }: Partial<OpenSale> & { lotId?: string | null } = {},
): OpenSale => ({
  lineId: `l${open}`,
  name: `t${open}`,
  reason: 'SALE',
  ...{ open, settled: true, rows: [{ itemId: ITEM, lotId, isFirst: true }] },
  ...given,
});
const told = (moves: readonly Move[]) =>
  moves.map(({ reason = 'AUDIT', delta, lotId }) => `${reason} ${delta}${lotId ? ` ${lotId}` : ''}`);
const sum = (moves: readonly Move[]) => moves.reduce((total, { delta }) => total + delta, 0);

test.each([
  ['a sale alone', [move(-5)], [sale(-5)], ['SALE -5']],
  ['a loss besides', [move(-7)], [sale(-5)], ['AUDIT -2', 'SALE -5']],
  ['a receipt that hides it', [move(3)], [sale(-5)], ['AUDIT 8', 'SALE -5']],
  ['no difference', [], [sale(-5)], ['AUDIT 5', 'SALE -5']],
  ['a return', [move(-3)], [sale(-5), sale(2, { reason: 'RETURN' })], ['RETURN 2', 'SALE -5']],
  ['a sale that may be later', [move(-1)], [sale(-5, { settled: false })], ['SALE -1']],
  ['one that is later', [], [sale(-5, { settled: false })], []],
  ['a void', [move(4)], [sale(4)], ['SALE 4']],
])('explains %s', (_what, moves, sales, expected) => {
  const explained = explain([{ count: count(), moves, before: 100 }], sales);
  expect(told(explained.moves).sort()).toEqual([...expected].sort());
  expect(sum(explained.moves)).toBe(sum(moves));
});

test('explains each lot by its own sales, arrivals first', () => {
  const moves = [move(-2, 'a'), move(-3, 'b'), move(-1)];
  const sales = [
    sale(-2, { lotId: 'a', lineId: 'x', name: '1' }),
    sale(-4, { lotId: 'b', lineId: 'y', name: '2' }),
  ];
  const explained = explain([{ count: count(['a', 'b']), moves, before: 50 }], sales);
  expect(told(explained.moves)).toEqual(['AUDIT 1 b', 'AUDIT -1', 'SALE -2 a', 'SALE -4 b']);
  expect(explained.booked).toEqual([
    { lineId: 'x', units: -2 },
    { lineId: 'y', units: -4 },
  ]);
});

test('names the sales of a movement', () => {
  const sales = Array.from({ length: 7 }, (_, index) =>
    sale(-1, { lineId: `l${index}`, name: String(index) }),
  );
  const [only] = explain([{ count: count(), moves: [move(-7)], before: 7 }], sales).moves;
  expect(only).toMatchObject({ reason: 'SALE', delta: -7, notes: 'Sale 0, 1, 2, 3, 4 and 2 more' });
});

test('finds the room where a package was sold', () => {
  const other = { ...move(-4), itemId: 'vault' };
  const rows = [
    { itemId: ITEM, lotId: null, isFirst: true },
    { itemId: 'vault', lotId: null, isFirst: false },
  ];
  const explained = explain(
    [
      { count: count(), moves: [move(-1)], before: 9 },
      { count: { itemId: 'vault', lots: [] }, moves: [other], before: 9 },
    ],
    [sale(-5, { rows })],
  );
  expect(explained.moves.map(({ itemId, delta, reason }) => [itemId, delta, reason])).toEqual([
    [ITEM, -1, 'SALE'],
    ['vault', -4, 'SALE'],
  ]);
  expect(explained.booked).toEqual([{ lineId: 'l-5', units: -5 }]);
});
