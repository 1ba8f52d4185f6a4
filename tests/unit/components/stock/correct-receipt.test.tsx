// @vitest-environment happy-dom
import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { CorrectPage } from '@/components/stock/receiving/correct-page';
import { correctionOf, startOf } from '@/components/stock/receiving/draft';
import type { GoodsReceipt } from '@/components/stock/receiving/types';
import { pageOf, showPage } from '../../../setup/browser-page';
import { resetNavigation } from '../../../setup/navigation';

vi.setConfig({ testTimeout: 60_000 });
afterEach(() => {
  cleanup();
  resetNavigation();
});

const GOODS = {
  product_id: 'p',
  variant_name: '3.5 g',
  category: 'flower',
  image: null,
  unit: null,
  step: null,
};
const line = (id: string, sku: string, quantity: number) => ({
  ...GOODS,
  ...{ line_id: id, product_name: `Goods ${sku}`, variant_id: `v-${sku}`, sku, quantity, amount: quantity },
  ...{ unit_cost: 16.5, batch: 'b', batch_id: 'HS-1', harvested_on: null, packaged_on: null },
  ...{ expires_on: '2099-11-30', test_status: 'untested', has_coa: false, lot_id: 'l', package_tag: null },
  ...{ room_type: 'vault', inventory_id: 'i' },
});
const RECEIPT = {
  ...{ id: 'r', number: 'GR-20261129-ABCDEF', kind: 'purchase', location_id: 'oak', reference: 'HSF-1' },
  supplier: { id: 's', name: 'Humboldt Sun Farms', license_number: 'CCL18-1', state: 'CA' },
  ...{ received_on: '2026-11-29', notes: null, lines: [line('one', 'A', 24), line('two', 'B', 12)] },
} as unknown as GoodsReceipt;

test('a correction says all lines by their ids, and nothing of the delivery that stayed', async () => {
  const { user, calls } = showPage(
    <CorrectPage receipt={RECEIPT} places={[{ id: 'oak', name: 'Oakland' }]} today="2026-11-30" />,
    (path) => (path === 'goodsReceipts.correct' ? RECEIPT : pageOf([])),
    { permissions: ['update:inventory', 'create:coa'] },
  );
  const table = within(await screen.findByRole('table', { name: 'Lines of the receipt' }));
  await user.click(table.getByRole('button', { name: 'Remove Goods B 3.5 g' }));
  await user.click(table.getByRole('button', { name: 'Edit Goods A 3.5 g' }));
  const units = await screen.findByLabelText(/^(Quantity|Units|Amount)/);
  await user.clear(units);
  await user.type(units, '20');
  await user.click(screen.getByRole('button', { name: 'Save correction' }));
  await vi.waitFor(() => expect(calls.some(({ path }) => path === 'goodsReceipts.correct')).toBe(true));
  const { input } = calls.find(({ path }) => path === 'goodsReceipts.correct') ?? {};
  expect(input).toEqual({
    ...{ id: 'r', reference: 'HSF-1', notes: null },
    lines: [
      {
        ...{ line_id: 'one', quantity: 20, unit_cost: 16.5, batch_id: 'HS-1', package_tag: null },
        room_type: 'vault',
      },
    ],
  });
});

test('another supplier and a new line are sent; what a line no longer has is null', () => {
  const { delivery, lines } = startOf(RECEIPT);
  const changed = { ...delivery, supplier: { ...delivery.supplier, name: 'Eel River' } };
  const [first] = lines;
  const { lineId: _, ...fresh } = { ...(first ?? lines[0]) } as (typeof lines)[number];
  const entered = [
    { ...(first as (typeof lines)[number]), cost: null, batch: '' },
    { ...fresh, lineId: null, quantity: 3 },
  ];
  const body = correctionOf('r', { before: delivery, delivery: changed }, entered, {
    lines: {},
    receipt: [],
  });
  expect(body).toMatchObject({
    supplier: { name: 'Eel River', license_number: 'CCL18-1', state: 'CA' },
    lines: [
      { line_id: 'one', unit_cost: null, batch_id: null },
      { variant_id: 'v-A', quantity: 3, batch_id: 'HS-1' },
    ],
  });
  expect(body.lines?.[1]).not.toHaveProperty('line_id');
  expect(body).not.toHaveProperty('received_on');
});
