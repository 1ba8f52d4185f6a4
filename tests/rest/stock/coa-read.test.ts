import { beforeAll, expect, test } from 'vitest';
import { createProduct } from '../../factories/catalog';
import { type CoaBody, coaParts, uploadCoa } from '../../factories/coa';
import { pdf, pdfOf } from '../../factories/pdf';
import { type Placed, textPdf } from '../../factories/text-pdf';
import { openTrade, type ProductBody, type Trade } from '../../factories/trade';
import { IS_SHORT } from '../../setup/full';
import { openStage } from '../../setup/stage';

const stage = await openStage();
let trade: Trade;
beforeAll(async () => {
  trade = await openTrade(stage);
});

const CERTIFICATE: Placed[] = [
  [50, 760, 'Juniper Ridge Labs'],
  [300, 760, 'www.juniperridge.com'],
  [50, 740, 'Batch #: JR-0417'],
  [300, 740, 'Date Collected: 04/17/2026'],
  [300, 720, 'Expiration Date: 04/17/2027'],
  [50, 700, 'Total THC: 22.40%'],
  [300, 700, 'Total CBD: 0.11%'],
  [50, 680, 'Overall Result: Pass'],
];
const EXTRACTED = {
  lab: 'Juniper Ridge Labs',
  batch_id: 'JR-0417',
  sampled_on: '2026-04-17',
  thc_percentage: 22.4,
  cbd_percentage: 0.11,
  result: 'passed',
  expires_on: '2027-04-17',
};

test('returns what the PDF says with the certificate and keeps it', async () => {
  const { id } = await createProduct(stage.db, trade.wholesaler);
  const fields = { lab: 'Juniper Ridge Laboratories', batch_id: 'jr-0417', date: '2026-04-20' };
  const { status, body, text } = await uploadCoa(trade.seller, id, coaParts(textPdf(CERTIFICATE), fields));
  expect(status, text).toBe(201);
  expect(body).toMatchObject({ extracted: EXTRACTED, mismatches: [] });
  expect((await trade.seller.get<CoaBody>(`/api/v1/products/${id}/coa`)).body).toEqual(body);
});

test.skipIf(IS_SHORT)('reports contradictions to the form and the product, and applies nothing', async () => {
  const { id } = await createProduct(stage.db, trade.wholesaler);
  await stage.sql`update products set thc_percentage = 25, cbd_percentage = 0.1 where id = ${id}`;
  const fields = { lab: 'Other Lab', batch_id: 'JR-0418', date: '2026-04-01' };
  const { body } = await uploadCoa(trade.seller, id, coaParts(textPdf(CERTIFICATE), fields));
  expect(body).toMatchObject(fields);
  expect(body.mismatches).toEqual([
    { field: 'lab', form: 'Other Lab', document: 'Juniper Ridge Labs' },
    { field: 'batch_id', form: 'JR-0418', document: 'JR-0417' },
    { field: 'sampled_on', form: '2026-04-01', document: '2026-04-17' },
    { field: 'thc_percentage', form: '25', document: '22.4' },
  ]);
  const product = (await trade.seller.get<ProductBody>(`/api/v1/products/${id}`)).body;
  expect(product).toMatchObject({
    thc_percentage: 25,
    test_results: { lab: 'Other Lab', batch_id: 'JR-0418' },
  });
});

test.skipIf(IS_SHORT)(
  'offers no batch number of a PDF in which it wraps, and so no mismatch of it',
  async () => {
    const { id } = await createProduct(stage.db, trade.wholesaler);
    const wrapped: Placed[] = [
      [50, 740, 'Sample ID #'],
      [150, 740, 'Batch'],
      [260, 740, 'Total THC: 22.40%'],
      [50, 714, 'S-1'],
      [140, 714, 'SCC-2110-'],
      [145, 702, '4-PR-D'],
    ];
    const fields = { batch_id: 'SCC-2110-4-PR-D' };
    const { body } = await uploadCoa(trade.seller, id, coaParts(textPdf(wrapped), fields));
    expect(body).toMatchObject({ extracted: { batch_id: null, thc_percentage: 22.4 }, mismatches: [] });

    const whole: Placed[] = [...wrapped, [50, 600, 'Table 1 - S-1 Blue Dream SCC-2110-4-PR-D Flower']];
    const second = await uploadCoa(trade.seller, id, coaParts(textPdf(whole), fields));
    expect(second.body.extracted?.batch_id).toBe('SCC-2110-4-PR-D');
  },
);

test.each([
  ['has no text', () => pdf()],
  ['cannot be read', () => pdfOf(5_000)],
])('stores a PDF that %s, with null extracted', async (_, make) => {
  const { id } = await createProduct(stage.db, trade.wholesaler);
  const { status, body } = await uploadCoa(trade.seller, id, coaParts(make()));
  expect(status).toBe(201);
  expect(body).toMatchObject({ extracted: null, mismatches: [] });
  expect((await trade.seller.get<CoaBody>(`/api/v1/products/${id}/coa`)).body.extracted).toBeNull();
});
