import { expect, test } from 'vitest';
import { drawSheets } from '../../../server/features/orders/documents/draw';
import { purgeDrawn } from '../../../server/features/orders/documents/drawn';
import type { Sheet } from '../../../server/features/orders/documents/schema';
import { createLot } from '../../factories/lots';
import { type OrderBody, openTrade, placeOrderIn, type Trade } from '../../factories/trade';
import { type Client, ok } from '../../setup/client';
import { IS_SHORT } from '../../setup/full';
import { textOf } from '../../setup/pdf-text';
import { openStage } from '../../setup/stage';

const stage = await openStage();

async function download(client: Client, path: string): Promise<{ pdf: Uint8Array; name: string }> {
  const headers = { authorization: `Bearer ${client.tokens?.access_token}` };
  const response = await fetch(client.url + path, { headers });
  expect(response.status, path).toBe(200);
  expect(response.headers.get('content-type')).toBe('application/pdf');
  const pdf = new Uint8Array(await response.arrayBuffer());
  expect(Number(response.headers.get('content-length'))).toBe(pdf.length);
  return { pdf, name: response.headers.get('content-disposition') ?? '' };
}

async function orderWithLot(trade: Trade, batch: string): Promise<OrderBody> {
  await createLot(trade.seller, trade.stockId, batch, 20, {
    package_tag: `TAG-${batch}`,
    expires_on: '2099-01-31',
  });
  return placeOrderIn(trade, 'accepted', 4);
}

test('prints slip, invoice and manifest with number, licenses, addresses, batches and totals', async () => {
  const trade = await openTrade(stage, { quantity: 50 });
  const order = await orderWithLot(trade, 'PDF-1');
  await stage.sql`update orders set delivery_window = '08:00-11:00' where id = ${order.id}`;
  ok(
    await trade.buyer.patch(`/api/v1/entity/locations/${trade.retailer.locationIds[0]}`, {
      receiving_hours: 'Mon to Fri until 4 PM',
    }),
  );
  const path = `/api/v1/orders/${order.id}/document/pdf`;
  const manifest = ok(
    await trade.buyer.get<{ shipper: Party; receiver: Party }>(`/api/v1/orders/${order.id}/manifest`),
  );
  for (const kind of ['packing-slip', 'invoice', 'manifest']) {
    const { pdf, name } = await download(trade.buyer, `${path}?kind=${kind}`);
    expect(name).toContain(`${kind}-${order.order_number}.pdf`);
    const text = (await textOf(pdf)).join('\n');
    expect(text).toContain(order.order_number);
    if (kind === 'packing-slip') expect(text).toContain('8–11 AM UTC');
    for (const { license_number, premises } of [manifest.shipper, manifest.receiver]) {
      expect(text).toContain(license_number);
      for (const { address } of premises) expect(text).toContain(address.street);
    }
    expect(text).toContain('PDF-1');
    expect(text.includes('Receiving hours: Mon to Fri until 4 PM')).toBe(kind !== 'invoice');
    for (const { sku } of order.items) expect(text.replaceAll(/\s+/g, '')).toContain(sku);
    if (kind === 'invoice') expect(text).toContain(`$${order.total.toFixed(2)}`);
    else expect(text.replaceAll(/\s+/g, '')).toContain('TAG-PDF-1');
  }
});

test('sums units and money by category, and says which column is printed as barcodes', async () => {
  const trade = await openTrade(stage, { quantity: 50 });
  const order = await orderWithLot(trade, 'PDF-C');
  const sheetOf = async (kind: string) =>
    ok(await trade.seller.get<Sheet>(`/api/v1/orders/${order.id}/document?kind=${kind}`));
  const slip = await sheetOf('packing-slip');
  expect(slip.categories).toEqual([{ label: 'Flower', value: '4' }]);
  expect(slip.columns.filter(({ barcode }) => barcode).map(({ label }) => label)).toEqual(['Package tag']);
  expect((await sheetOf('invoice')).categories).toEqual([
    { label: 'Flower', value: `$${order.subtotal.toFixed(2)}` },
  ]);
});

interface Party {
  license_number: string;
  premises: Array<{ address: { street: string } }>;
}

test('prints a selection as one PDF, each order from a new page, and no order of others', async () => {
  const trade = await openTrade(stage, { quantity: 50 });
  const one = await orderWithLot(trade, 'PDF-2');
  const two = await placeOrderIn(trade, 'pending', 1);
  const path = `/api/v1/orders/${one.id}/document/pdf`;
  const { pdf } = await download(trade.seller, `${path}?also=${two.id},${one.id}`);
  const pages = await textOf(pdf);
  expect(pages).toHaveLength(2);
  expect(pages[0]).toContain(one.order_number);
  expect(pages[1]).toContain(two.order_number);

  const stranger = await openTrade(stage);
  const foreign = await placeOrderIn(stranger, 'pending', 1);
  expect((await trade.seller.get(`${path}?also=${foreign.id}`)).status).toBe(404);
  expect((await stranger.seller.get(path)).status).toBe(404);
  expect((await trade.seller.get(`${path}?also=x`)).status).toBe(400);
  const tooMany = Array.from({ length: 50 }, () => two.id).join(',');
  expect((await trade.seller.get(`${path}?also=${tooMany}`)).status).toBe(400);
});

test.skipIf(IS_SHORT)(
  'keeps what was drawn until anything that it shows changes, for the business that asked',
  async () => {
    const trade = await openTrade(stage, { quantity: 50 });
    const order = await orderWithLot(trade, 'PDF-3');
    const path = `/api/v1/orders/${order.id}/document/pdf?kind=invoice`;
    const kept = async () => {
      const rows = await stage.sql<{ contents: Buffer }[]>`
      select contents from drawn_documents where entity_id = ${trade.wholesaler.id} order by created_at, version`;
      return rows.map(({ contents }) => contents);
    };
    const { pdf } = await download(trade.seller, path);
    expect(await kept()).toEqual([Buffer.from(pdf)]);
    // What is sent the second time is what is kept.
    await stage.sql`update drawn_documents set contents = 'kept' where entity_id = ${trade.wholesaler.id}`;
    expect(Buffer.from((await download(trade.seller, path)).pdf).toString()).toBe('kept');
    // The buyer has its own, and a change of a name, a license or a lot makes another.
    expect((await textOf((await download(trade.buyer, path)).pdf)).join('')).toContain('PDF-3');
    ok(await trade.seller.patch('/api/v1/entity', { legal_name: 'Renamed Farms LLC' }));
    expect((await textOf((await download(trade.seller, path)).pdf)).join('')).toContain('Renamed Farms LLC');
    await stage.sql`update batches set batch_id = 'PDF-3B' where batch_id = 'PDF-3'`;
    expect((await textOf((await download(trade.seller, path)).pdf)).join('')).toContain('PDF-3B');
    expect(await kept()).toHaveLength(3);
    const stranger = await openTrade(stage);
    expect((await stranger.seller.get(path)).status).toBe(404);
  },
);

test.skipIf(IS_SHORT)('keeps 20 MB of documents for a business, and forgets them after a week', async () => {
  const trade = await openTrade(stage, { quantity: 50 });
  const { id } = await placeOrderIn(trade, 'pending', 1);
  await stage.sql`
    insert into drawn_documents (entity_id, version, contents, size, created_at)
    select e, n::text, 'old', 4000000, now() - n * interval '1 hour'
    from generate_series(1, 8) n, unnest(array[${trade.wholesaler.id}, ${trade.retailer.id}]::uuid[]) e`;
  await download(trade.seller, `/api/v1/orders/${id}/document/pdf`);
  const versions = await stage.sql<{ version: string }[]>`
    select version from drawn_documents where entity_id = ${trade.wholesaler.id} order by created_at desc`;
  expect(versions.slice(1).map(({ version }) => version)).toEqual(['1', '2', '3', '4', '5']);
  expect(
    await stage.sql`select from drawn_documents where entity_id = ${trade.retailer.id}`,
    'the same of its customer',
  ).toHaveLength(8);
  await stage.sql`update drawn_documents set created_at = now() - interval '8 days' where version = '5'`;
  await purgeDrawn(stage.db);
  expect(await stage.sql`select from drawn_documents where entity_id = ${trade.wholesaler.id}`).toHaveLength(
    5,
  );
});

const sheet: Sheet = {
  kind: 'packing-slip',
  title: 'Packing slip',
  number: 'ORD-1',
  logo_url: null,
  facts: [],
  parties: [{ role: 'Ship to', name: 'Çafé “Núñez” — Łódź', lines: [] }],
  columns: [
    { label: 'Product', align: 'left', width: 80 },
    { label: 'Units', align: 'right', width: 20 },
  ],
  rows: [],
  categories: [],
  totals: [{ label: 'Units', value: '4' }],
  notes: 'x'.repeat(1000),
  signatures: ['Packed by'],
};

test.skipIf(IS_SHORT)(
  'repeats the header on every page of a long document and numbers the pages',
  async () => {
    const rows = Array.from({ length: 200 }, (_, i) => [`Product ${i} ${'long name '.repeat(12)}`, '1']);
    const pages = await textOf(await drawSheets([{ ...sheet, rows }]));
    expect(pages.length).toBeGreaterThan(4);
    for (const [index, page] of pages.entries()) {
      expect(page).toContain(`page ${index + 1} of ${pages.length}`);
    }
    expect(pages[1]).toMatch(/Product\s+Units/);
    expect(pages.join('')).toContain('Product 199');
    expect(pages[0]).toContain('Çafé “Núñez” — Łódź');
  },
);
