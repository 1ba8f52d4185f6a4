// @vitest-environment happy-dom
import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { BatchTreePage } from '@/components/stock/batches/tree-page';
import { pageOf, showPage } from '../../../setup/browser-page';
import { navigation } from '../../../setup/navigation';

navigation.pathname = '/batches';
afterEach(cleanup);

const PRODUCT = { id: 'p', name: 'Blue Dream', category: 'flower', image: null, batches: 1, quantity: 24 };
const BATCH = {
  ...{ id: 'b', batch_id: 'BD-1', test_status: 'passed', held: null, expires_on: null, quantity: 24 },
};
const LOT = {
  ...{ id: 'l', package_tag: '1A-7', sku: 'BD-3.5' },
  holdings: [{ inventory_id: 'i', location_id: 'x', room_type: 'vault', quantity: 24 }],
};
const answer = (path: string) =>
  pageOf<object>({ 'batches.products': [PRODUCT], 'batches.list': [BATCH], 'lots.list': [LOT] }[path] ?? []);
const page = <BatchTreePage today="2026-11-26" locations={[{ id: 'x', name: 'Oakland' }]} />;

test('a product opens its batches and a batch its packages, each read once it is opened, by keyboard alone', async () => {
  const { calls, user } = showPage(page, answer);
  const product = await screen.findByRole('button', { name: 'Batches of Blue Dream' });
  expect(product.getAttribute('aria-expanded')).toBe('false');
  expect(calls.map(({ path }) => path)).not.toContain('batches.list');
  product.focus();
  await user.keyboard('{Enter}');
  const batches = await screen.findByRole('list', { name: 'Batches of Blue Dream' });
  expect(calls).toContainEqual({ path: 'batches.list', input: { product_id: 'p', limit: 100 } });
  expect(within(batches).getByRole('link', { name: 'BD-1' }).getAttribute('href')).toBe('/batches/b');
  expect(calls.map(({ path }) => path)).not.toContain('lots.list');
  within(batches).getByRole('button', { name: 'Packages of BD-1' }).focus();
  await user.keyboard(' ');
  const packages = await screen.findByRole('list', { name: 'Packages of BD-1' });
  expect(packages.textContent).toContain('BD-3.5 · Oakland · Vault');
  expect(within(packages).getByRole('link', { name: '1A-7' }).getAttribute('href')).toBe('/inventory/i');
  await user.click(product);
  expect(screen.queryByRole('list', { name: 'Batches of Blue Dream' })).toBe(null);
});

test('a search that finds few products opens them, with the batches that it finds', async () => {
  const { calls } = showPage(page, answer, { address: '?q=bd-1' });
  expect(await screen.findByRole('link', { name: 'BD-1' })).toBeTruthy();
  expect(calls).toContainEqual({
    path: 'batches.list',
    input: { search: 'bd-1', product_id: 'p', limit: 100 },
  });
});
