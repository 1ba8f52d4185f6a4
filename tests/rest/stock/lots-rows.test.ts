import { afterAll, expect, test } from 'vitest';
import { createLot } from '../../factories/lots';
import { type ItemBody, openTrade, placeOrder } from '../../factories/trade';
import { ok } from '../../setup/client';
import { expectInvalid } from '../../setup/expect';
import { expectStockAddsUp } from '../../setup/invariants';
import { openStage } from '../../setup/stage';

const stage = await openStage();
afterAll(() => expectStockAddsUp(stage.sql));

interface Page {
  data: ItemBody[];
  pagination: { total: number; has_more: boolean };
}
const rowOf = ({
  batch_id,
  quantity,
  reserved_quantity,
  sellable_quantity,
  unassigned_quantity,
}: ItemBody) => [batch_id, quantity, reserved_quantity, sellable_quantity, unassigned_quantity];

const trade = await openTrade(stage, { quantity: 40 });
const { seller, stockId } = trade;
const late = await createLot(seller, stockId, 'LATE', 10, { expires_on: '2099-06-01' });
await createLot(seller, stockId, 'SOON', 12, { expires_on: '2099-01-01', package_tag: 'TAG-1' });
await placeOrder(trade, 15);
await seller.post(`/api/v1/batches/${late.batch}/hold`, { reason: 'Mold' });

test('lists one row per lot and one for units without a lot, whose quantities add up to the item', async () => {
  const { data, pagination } = ok(await seller.get<Page>('/api/v1/inventory?by=lot'));
  expect(data.map(rowOf)).toHaveLength(3);
  expect(data.map(rowOf)).toEqual(
    expect.arrayContaining([
      ['LATE', 10, 3, 0, 0],
      ['SOON', 12, 12, 0, 0],
      [null, 18, 0, 18, 18],
    ]),
  );
  expect(pagination.total).toBe(3);
  expect(data.every(({ id }) => id === stockId)).toBe(true);
  expect(data.find(({ batch_id }) => batch_id === 'SOON')).toMatchObject({
    package_tag: 'TAG-1',
    expires_on: '2099-01-01',
    lots: [{ batch_id: 'SOON', quantity: 12 }],
  });
});

test('counts an item whose units all have a lot once for each lot', async () => {
  const own = await openTrade(stage, { quantity: 10 });
  await createLot(own.seller, own.stockId, 'FIRST', 4);
  await createLot(own.seller, own.stockId, 'OTHER', 6);
  for (const filter of ['', `&location_id=${own.wholesaler.locationIds[0]}`, '&room_type=vault']) {
    const { data, pagination } = ok(await own.seller.get<Page>(`/api/v1/inventory?by=lot${filter}`));
    expect(data.map(({ batch_id }) => batch_id).sort()).toEqual(['FIRST', 'OTHER']);
    expect(pagination.total).toBe(2);
  }
  const { pagination } = ok(await own.seller.get<Page>('/api/v1/inventory?by=lot&room_type=quarantine'));
  expect(pagination.total).toBe(0);
});

test('pages rows of lots without losing or repeating one, sorted by their own quantity', async () => {
  const pages = await Promise.all(
    [1, 2, 3].map((page) => seller.get<Page>(`/api/v1/inventory?by=lot&sort=-quantity&limit=1&page=${page}`)),
  );
  expect(pages.flatMap((page) => ok(page).data.map(({ quantity }) => quantity))).toEqual([18, 12, 10]);
  expect(pages.map((page) => ok(page).pagination.has_more)).toEqual([true, true, false]);
  expectInvalid(await seller.get('/api/v1/inventory?by=batch'), 'by');
});

test('exports the rows as CSV with batch, tag and expiration', async () => {
  const { text } = await seller.send('GET', '/api/v1/inventory?by=lot', { headers: { accept: 'text/csv' } });
  const [header = '', ...lines] = text.trim().split('\r\n');
  const names = header.split(',');
  const cells = lines.map((line) => line.replace(/"(?:[^"]|"")*"/g, 'x').split(','));
  const column = (name: string) => cells.map((line) => line[names.indexOf(name)]).sort();
  expect(column('batch_id')).toEqual(['', 'LATE', 'SOON']);
  expect(column('package_tag')).toEqual(['', '', 'TAG-1']);
  expect(column('expires_on')).toEqual(['', '2099-01-01', '2099-06-01']);
});

test('takes a snapshot by lot; items carry no lot of a row without by=lot', async () => {
  const { data } = ok(await seller.get<Page>('/api/v1/inventory/snapshot?by=lot'));
  expect(data.map(rowOf)).toEqual([
    ['SOON', 12, 12, 0, 0],
    ['LATE', 10, 3, 0, 0],
    [null, 18, 0, 18, 18],
  ]);
  const item = ok(await seller.get<ItemBody>(`/api/v1/inventory/${stockId}`));
  expect(item).not.toHaveProperty('batch_id');
});
