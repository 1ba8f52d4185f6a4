// @vitest-environment happy-dom
import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { ProductsPage } from '@/components/catalog/products/list-page';
import { pageOf, showPage } from '../../../setup/browser-page';
import { navigation } from '../../../setup/navigation';

navigation.pathname = '/products';
afterEach(cleanup);

const product = (id: string, more: object = {}) => ({
  id,
  name: `Product ${id}`,
  brand: 'Little Owl',
  category: 'flower',
  subcategory: 'hybrid',
  images: [],
  variants: [
    { id: `${id}1`, sku: 'A', price: 20, wholesale_price: 10 },
    { id: `${id}2`, sku: 'B', price: 30, wholesale_price: 15 },
  ],
  active: true,
  entity: { id: 'e', name: 'Redwood' },
  thc_percentage: null,
  cbd_percentage: null,
  test_results: null,
  created_at: '2026-01-01T00:00:00Z',
  ...more,
});
const own = [
  product('p'),
  product('q', { test_results: { lab: 'Lab', batch_id: 'B1', date: '2026-02-03' } }),
  product('r', { category: 'accessories' }),
];
const figures = [
  { product_id: 'p', on_hand: 120, sellable: 96, sold_30_days: 1204 },
  { product_id: 'q', on_hand: 0, sellable: 0, sold_30_days: null },
];

function show(address = '') {
  return showPage(
    <ProductsPage owners={[{ id: 's', name: 'Grower' }]} />,
    (path) =>
      path === 'products.list' ? pageOf(own) : path === 'reports.products' ? { data: figures } : pageOf([]),
    { address },
  );
}

test('a list of products begins with own ones and has price, stock, sales and certificate of each', async () => {
  const { calls } = show();
  const rows = within(await screen.findByRole('table', { name: 'Products' })).getAllByRole('row');
  await vi.waitFor(() => expect(rows[1]?.textContent).toContain('1,204'));
  expect(calls.find(({ path }) => path === 'products.list')?.input).toMatchObject({ entity_id: 'e' });
  expect(calls.find(({ path }) => path === 'reports.products')?.input).toEqual({ ids: 'p,q,r' });
  const cells = (row: HTMLElement | undefined) =>
    within(row as HTMLElement)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent);
  expect(rows[1]?.textContent).toContain('Little Owl');
  expect(cells(rows[1])).toEqual(
    expect.arrayContaining(['$10.00–$15.00Retail $20.00–$30.00', '96120 on hand', '1,204', 'Missing']),
  );
  expect(cells(rows[2])).toEqual(expect.arrayContaining(['0', '—', 'Feb 3, 2026']));
  expect(cells(rows[3])).toContain('Not needed');
  expect(screen.queryByRole('columnheader', { name: 'Owner' })).toBeNull();
});

test('the products of suppliers are in a view of their own, with their owner', async () => {
  const { calls } = show('?view=all');
  expect(await screen.findByRole('columnheader', { name: 'Owner' })).toBeTruthy();
  expect(calls.find(({ path }) => path === 'products.list')?.input).not.toHaveProperty('entity_id');
  const views = within(screen.getByRole('navigation', { name: 'Products by owner' }));
  expect(views.getByRole('link', { name: 'All products' }).getAttribute('aria-current')).toBe('page');
  expect(views.getByRole('link', { name: 'My products' }).getAttribute('href')).toBe('/products');
});
