// @vitest-environment happy-dom
import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { categoriesIn } from '@/components/catalog/market/category-chips';
import { MarketPage } from '@/components/catalog/market/market-page';
import { showPage } from '../../../setup/browser-page';
import { navigation, resetNavigation } from '../../../setup/navigation';

vi.setConfig({ testTimeout: 60_000 });
afterEach(() => {
  cleanup();
  resetNavigation();
});

const SUPPLIER = {
  ...{ id: '0195e6a0-8c1e-7b5a-9d3f-2f6f1c0a9b05', name: 'Golden Coast', city: 'Oakland', state: 'CA' },
  ...{ product_count: 3, next_delivery_dates: [], categories: ['flower'], pictures: [], last_order: null },
};
const OFFER = {
  ...{ product_id: 'p', product_name: 'Blue Dream', brand: null, category: 'flower', images: [] },
  ...{ variant_id: 'v', variant_name: '3.5 g', sku: 'BD', unit: null, step: null, image: null },
  ...{ supplier: { id: SUPPLIER.id, name: SUPPLIER.name }, thc_percentage: 24, certificate: null },
  ...{ wholesale_price: 24.5, price_ladder: [], available_quantity: 50, own_quantity: 8, case_size: 1 },
  ...{ last_price: 26, last_ordered_at: '2026-11-02T10:00:00.000Z', subcategory: 'indica' },
  ...{ price_per_gram: 7, price_per_100_mg: null, cheapest: true },
};

function open(address = '') {
  navigation.pathname = '/market';
  return showPage(
    <MarketPage />,
    (path) => ({
      data: path === 'market.suppliers' ? [SUPPLIER] : [OFFER],
      pagination: { page: 1, limit: 50, total: path === 'market.suppliers' ? 1 : 120, has_more: true },
    }),
    { address },
  );
}
const asked = (calls: { path: string; input: unknown }[]) =>
  calls.filter(({ path }) => path === 'market.search').at(-1)?.input;

describe('the market', () => {
  test('begins with suppliers, and asks for no goods until some are looked for', async () => {
    const { calls } = open();
    expect(await screen.findByRole('link', { name: 'Golden Coast' })).toBeTruthy();
    expect(asked(calls)).toBeUndefined();
  });

  test('shows of each offer what compares it: by weight, of a kind, at hand and last paid', async () => {
    open('?view=goods');
    const row = within(await screen.findByRole('row', { name: /Blue Dream/ }));
    for (const text of [/\$7\.00\/g/, 'Cheapest', '8', /\$26\.00/, 'Golden Coast'])
      expect(row.getAllByText(text).length).toBeGreaterThan(0);
  });

  test('asks with its filters, and begins another search at its first page', async () => {
    const { user, calls } = open('?view=goods&category=flower&price=25&in_stock=true&sort=price_per_gram');
    await user.click(await screen.findByRole('button', { name: 'Next page' }));
    const filters = { category: 'flower', price_max: 25, in_stock: true, sort: 'price_per_gram', limit: 50 };
    await vi.waitFor(() => expect(asked(calls)).toEqual({ ...filters, page: 2 }));
    await user.type(screen.getByLabelText('Search all suppliers'), 'haze');
    await vi.waitFor(() => expect(asked(calls)).toEqual({ ...filters, page: 1, search: 'haze' }));
  });

  test('turns a word that is a category into the filter', async () => {
    const { user, calls } = open('?q=blue+buds');
    await user.click(await screen.findByRole('button', { name: 'Only flower' }));
    await vi.waitFor(() =>
      expect(asked(calls)).toEqual({ category: 'flower', search: 'blue', page: 1, limit: 50 }),
    );
  });
});

test.each([
  ['indica', [['flower', 'indica', '']]],
  ['Live Resin kiva', [['concentrates', 'live_resin', 'kiva']]],
  ['gummy 100', [['edibles', 'gummies', '100']]],
  [
    'flower sativa',
    [
      ['flower', null, 'sativa'],
      ['flower', 'sativa', 'flower'],
    ],
  ],
  ['sunflower', []],
  ['', []],
])('the categories in "%s"', (search, expected) => {
  expect(
    categoriesIn(search).map(({ category, subcategory, rest }) => [category, subcategory, rest]),
  ).toEqual(expected);
});
