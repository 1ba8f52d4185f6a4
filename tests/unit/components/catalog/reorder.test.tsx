// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { ReorderPage } from '@/components/catalog/market/reorder-page';
import { pageOf, showPage } from '../../../setup/browser-page';
import { navigation } from '../../../setup/navigation';

vi.setConfig({ testTimeout: 60_000 });
navigation.pathname = '/reorder';
afterEach(cleanup);

const STORES = [
  { id: 'm', name: 'Mission' },
  { id: 'o', name: 'Oakland' },
];
const suggestion = (supplier: string, sku: string, place: number, more: object = {}) => ({
  ...{ supplier: { id: supplier, name: `Supplier ${supplier}` }, location: STORES[place] },
  ...{ product_id: `p${sku}`, variant_id: `v${sku}`, product_name: 'Blue Dream', variant_name: '3.5 g', sku },
  ...{ category: 'flower', image: null, unit: null, step: null, case_size: 1, case_size_amount: 1 },
  ...{ wholesale_price: 10, price_ladder: [{ min_amount: 1, unit_price: 10, source: 'wholesale' }] },
  ...{ price_source: 'wholesale', last_price: null, last_ordered_at: null, available_quantity: 100 },
  ...{ sellable_quantity: 3, low_stock_threshold: 10, par: null, elsewhere: [], sold_30_days: 30 },
  ...{ incoming_quantity: 0, suggested_quantity: 20, suggested_amount: 20, ...more },
});
const ROWS = [
  suggestion('A', 'X', 0, { elsewhere: [{ location: STORES[1], sellable_quantity: 48 }] }),
  suggestion('A', 'X', 1),
  suggestion('B', 'Y', 0),
];

function show(locations = STORES) {
  return showPage(
    <ReorderPage locations={locations} location={null} />,
    (path) => {
      if (path === 'market.reorder') return pageOf(ROWS);
      if (path === 'market.suppliers')
        return pageOf([{ id: 'A', name: 'Supplier A', next_delivery_dates: ['2026-12-02', '2026-12-04'] }]);
      return { data: [] };
    },
    { permissions: ['create:orders', 'read:inventory', 'update:inventory'] },
  );
}

test('shows all stores by supplier: how long stock lasts, what another store has, the price and the next delivery', async () => {
  show();
  const first = within(await screen.findByRole('region', { name: 'Supplier A' }));
  expect(first.getAllByText(/Sold 30 in 30 days, 3 left for 3 days/)).toHaveLength(2);
  expect(first.getByText(/48 in Oakland/)).toBeTruthy();
  const transfer = first.getByRole('link', { name: 'Transfer Blue Dream X from Oakland' });
  expect(transfer.getAttribute('href')).toBe('/inventory/transfers/new?location_id=o&search=X');
  expect(first.getAllByText('$10.00').length).toBeGreaterThan(0);
  expect(await first.findByText(/Next delivery Dec 2, 2026/)).toBeTruthy();
  expect(within(screen.getByRole('region', { name: 'Supplier B' })).queryByText(/Next delivery/)).toBeNull();
});

test('adds what all suppliers have in one press, each line for its store', async () => {
  const { calls, user } = show();
  await user.click(await screen.findByRole('button', { name: 'Add all · $600.00' }));
  await waitFor(() => expect(calls.filter(({ path }) => path === 'carts.change')).not.toHaveLength(0));
  const changes = JSON.stringify(
    calls.filter(({ path }) => path === 'carts.change').map(({ input }) => input),
  );
  for (const part of ['"vX"', '"vY"', '"location_id":"m"', '"location_id":"o"', '"add":20'])
    expect(changes).toContain(part);
});
