// @vitest-environment happy-dom
import { cleanup, screen, waitFor } from '@testing-library/react';
import { TRPCClientError } from '@trpc/client';
import { afterEach, expect, test, vi } from 'vitest';
import { ProductsPage } from '@/components/catalog/products/list-page';
import { ListingsSection } from '@/components/catalog/products/listings-section';
import type { Listing, Product } from '@/components/catalog/products/types';
import { VariantsSection } from '@/components/catalog/products/variants-section';
import { type Permission, permissionsOf } from '@/server/kernel/permissions';
import { pageOf, showPage } from '../../../setup/browser-page';
import { navigation } from '../../../setup/navigation';

vi.setConfig({ testTimeout: 60_000 });
navigation.pathname = '/products/p';
afterEach(cleanup);

const variant = (id: string) => ({ id, name: id, sku: `RT-${id}`, price: 30, wholesale_price: 10.25 });
const product = (entityId: string) =>
  ({
    ...{ id: 'p', name: 'Live Resin', entity: { id: entityId, name: 'Terrace' } },
    variants: [variant('half'), variant('one'), variant('never')],
  }) as unknown as Product;
const LISTING = {
  ...{ variant_id: 'half', product_id: 'p', product_name: 'Live Resin', variant_name: 'half' },
  ...{ sku: 'GC-half', wholesale_price: 12.75, case_size: null, active: true, visibility: 'connected' },
} as Listing;
const OWNER = permissionsOf('owner', 'wholesaler', false);

function showVariants(
  of: Product,
  permissions: readonly Permission[] = OWNER,
  put: () => unknown = () => LISTING,
) {
  return showPage(
    <VariantsSection product={of} editable={false} />,
    (path) => {
      if (path === 'listings.list') return pageOf([LISTING]);
      if (path === 'inventory.list') return pageOf([{ variant_id: 'half' }, { variant_id: 'one' }]);
      return put();
    },
    { permissions },
  );
}

test('offers to sell what was bought alone, and says as what the rest is sold', async () => {
  showVariants(product('maker'));
  expect(await screen.findByRole('button', { name: 'Sell this Live Resin one' })).toBeTruthy();
  expect(screen.getByText('You sell it as GC-half at $12.75')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /Live Resin never/ })).toBeNull();
});

test('sells on under its own SKU and price, and names a SKU that is taken at its field', async () => {
  let taken = true;
  const { user, calls } = showVariants(product('maker'), OWNER, () => {
    if (!taken) return LISTING;
    throw Object.assign(new TRPCClientError('Another variant of your business has this SKU'), {
      data: { code: 'CONFLICT', details: { reason: 'sku_taken' }, requestId: null },
    });
  });
  await user.click(await screen.findByRole('button', { name: 'Sell this Live Resin one' }));
  await user.click(await screen.findByRole('button', { name: 'Start selling' }));
  expect(await screen.findByText('Enter a price')).toBeTruthy();
  await user.type(screen.getByLabelText(/^Your price/), '21.5');
  await user.click(screen.getByRole('button', { name: 'Start selling' }));
  expect(await screen.findByText('Another variant of your business has this SKU')).toBeTruthy();
  taken = false;
  await user.clear(screen.getByLabelText(/^Your SKU/));
  await user.type(screen.getByLabelText(/^Your SKU/), 'GC-one');
  await user.click(screen.getByRole('button', { name: 'Start selling' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(calls.filter(({ path }) => path === 'listings.put').at(-1)?.input).toEqual({
    ...{ variant_id: 'one', sku: 'GC-one', wholesale_price: 21.5, case_size: null, active: true },
    visibility: 'connected',
  });
});

test('offers nothing of its own product, and no buttons to a viewer', async () => {
  showVariants(product('e'));
  expect(await screen.findByText('RT-half')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /Sell this|Stop selling/ })).toBeNull();
  cleanup();
  showVariants(product('maker'), permissionsOf('viewer', 'wholesaler', false));
  expect(await screen.findByText('You sell it as GC-half at $12.75')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /Sell this|Stop selling/ })).toBeNull();
});

test('lists what is sold on, and asks before one ends', async () => {
  const { user, calls } = showPage(<ListingsSection editable />, () => pageOf([LISTING]));
  await user.click(await screen.findByRole('button', { name: 'Stop selling Live Resin half' }));
  expect(calls.some(({ path }) => path === 'listings.delete')).toBe(false);
  await user.click(await screen.findByRole('button', { name: 'Stop selling' }));
  await waitFor(() =>
    expect(calls.find(({ path }) => path === 'listings.delete')?.input).toEqual({ variant_id: 'half' }),
  );
});

test('says how many variants it resells as the list below says it, and nothing without any', async () => {
  const showProducts = (listings: readonly Listing[]) =>
    showPage(<ProductsPage owners={[]} />, (path) => pageOf(path === 'listings.list' ? listings : []));
  showProducts([LISTING]);
  const link = await screen.findByRole('link', { name: 'You resell 1 variant from other businesses' });
  expect(link.getAttribute('href')).toBe('#listings');
  expect(await screen.findByRole('table', { name: 'Products you resell' })).toBeTruthy();
  cleanup();
  const { calls } = showProducts([]);
  await waitFor(() => expect(calls.some(({ path }) => path === 'listings.list')).toBe(true));
  expect(screen.queryByRole('link', { name: /You resell/ })).toBeNull();
});
