// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { PackagePage } from '@/components/stock/packaging/package-page';
import { gramsIn, stepsFor, yieldOf } from '@/components/stock/packaging/yield';
import { pageOf, showPage } from '../../../setup/browser-page';
import { navigation } from '../../../setup/navigation';

vi.setConfig({ testTimeout: 60_000 });
navigation.pathname = '/inventory/package';
afterEach(cleanup);

const POUNDS = { unit: 'lb', step: 0.01 } as const;
const JAR = { unit: null, step: null, weight: 3.5, weight_unit: 'g' } as const;

test('weighs packages by their variant, and goods by weight by their steps', () => {
  expect(gramsIn(100, JAR)).toBe(350);
  expect(gramsIn(100, { ...POUNDS, weight: null, weight_unit: null })).toBeCloseTo(453.592, 3);
  expect(gramsIn(2, { ...JAR, weight: 500, weight_unit: 'mg' })).toBe(1);
  expect(gramsIn(2, { ...JAR, weight_unit: 'each' })).toBeNull();
  expect(gramsIn(2, { ...JAR, weight: null })).toBeNull();
  expect(stepsFor(453.59237, POUNDS)).toBe(100);
  expect(stepsFor(350, POUNDS)).toBe(78);
  expect(stepsFor(350, { unit: null, step: null })).toBeNull();
});

test('adds up what was used, packaged and lost, of known weights alone', () => {
  expect(
    yieldOf(
      [
        { used: 110, grams: 453.59237 },
        { used: 40, grams: 0 },
      ],
      POUNDS,
    ),
  ).toEqual({ used: 1.5, packaged: 1, lost: 0.5, percent: expect.closeTo(66.67, 2) });
  expect(yieldOf([{ used: 110, grams: null }], POUNDS)).toBeNull();
  expect(yieldOf([], POUNDS)).toBeNull();
});

const lot = (id: string, quantity: number) => ({
  ...{ id, batch: `b-${id}`, batch_id: `HARVEST-${id}`, package_tag: null, product_name: 'Bulk flower' },
  holdings: [
    {
      ...{ inventory_id: 'i', location_id: 'l', room_type: 'vault', reserved_quantity: 50 },
      ...{ quantity, unit: 'lb', step: 0.01 },
    },
  ],
});
const product = {
  ...{ id: 'p', name: 'Sunset', category: 'flower', images: [] },
  variants: [{ id: 'v', name: '3.5 g', sku: 'SUN-35', ...JAR }],
};

function show() {
  const answer = (path: string, input: unknown) => {
    if (path === 'lots.list') return pageOf([lot('1', 1250), lot('2', 50)]);
    if (path === 'products.list') return pageOf([product]);
    const { batch_id, package_tag = null } = input as { batch_id: string; package_tag?: string };
    return { id: 'made', batch_id, package_tag, expires_on: null };
  };
  return showPage(
    <PackagePage places={[{ id: 'l', name: 'Barn' }]} placeId="l" lotId={null} batch="b-1" />,
    answer,
  );
}

test('packages a harvested batch by keyboard, and shows yield and loss', async () => {
  const { user, calls } = show();
  const source = screen.getByLabelText<HTMLSelectElement>('Harvested batch');
  await waitFor(() => expect(source.value).toBe('1'));
  // What orders have reserved can't be packaged; a lot that is reserved as a whole isn't offered.
  expect(
    within(source)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['HARVEST-1 · Bulk flower · 12 lb']);
  await user.click(screen.getByRole('combobox', { name: 'SKU or product' }));
  await user.keyboard('SUN-35{Enter}');
  const units = await screen.findByLabelText(/^Units/);
  await waitFor(() => expect(document.activeElement).toBe(units));
  await user.keyboard('100');
  expect(screen.getByLabelText(/^Used of the batch/)).toHaveProperty('value', '0.78');
  await user.clear(screen.getByLabelText(/^Used of the batch/));
  await user.type(screen.getByLabelText(/^Used of the batch/), '20');
  await user.click(screen.getByRole('button', { name: 'Package 100 units' }));
  expect(screen.getByText('Only 12 lb available')).toBeTruthy();
  await user.clear(screen.getByLabelText(/^Used of the batch/));
  await user.type(screen.getByLabelText(/^Used of the batch/), '0.8');
  await user.type(screen.getByLabelText('Package tag'), 'T-1{Enter}');
  const made = await screen.findByRole('table', { name: 'Packages made' });
  expect(within(made).getAllByRole('row')[1]?.textContent).toContain('0.8 lb');
  expect(calls.find(({ path }) => path === 'lots.create')?.input).toEqual({
    ...{ product_id: 'p', variant_id: 'v', batch_id: 'HARVEST-1', location_id: 'l' },
    ...{ quantity: 100, package_tag: 'T-1', sources: [{ lot_id: '1', quantity: 80 }] },
  });
  const sums = screen.getByRole('region', { name: 'Yield' });
  expect(sums.textContent).toContain('Packaged0.7716 lb');
  expect(sums.textContent).toContain('96.5%');
  expect(sums.textContent).toContain('Lost0.0284 lb');
  await user.click(screen.getByRole('button', { name: 'Print labels' }));
  const labels = await screen.findByRole('list', { name: 'Labels' });
  expect(labels.textContent).toContain('T-1');
});
