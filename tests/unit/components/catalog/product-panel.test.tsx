// @vitest-environment happy-dom
import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { ProductPanel } from '@/components/catalog/market/product-panel';
import { OwnPace } from '@/components/orders/cart/own-pace';
import { pageOf, showPage } from '../../../setup/browser-page';
import { navigation } from '../../../setup/navigation';

navigation.pathname = '/market';
afterEach(cleanup);

const product = {
  ...{ id: 'p', name: 'Blue Dream', brand: null, category: 'flower', subcategory: 'hybrid' },
  ...{ description: 'Sweet.', thc_percentage: 21.4, cbd_percentage: null },
  images: ['https://cdn.example/a.png', 'https://cdn.example/b.png'],
  variants: [{ id: 'v' }, { id: 'w' }],
};
const batch = { id: 'b', batch_id: 'BD-1', packaged_on: '2026-01-02', expires_on: '2026-12-31', units: null };
const certificate = {
  ...{ lab: 'Rocky Labs', date: '2026-01-05', thc_percentage: 22.5, cbd_percentage: null, result: 'passed' },
};
const offer = (variant_id: string) => ({
  ...{ product_id: 'p', product_name: 'Blue Dream', variant_id, variant_name: `${variant_id} jar` },
  ...{ sku: variant_id, wholesale_price: 12, price_ladder: [], case_size: 1, available_quantity: 5 },
});

test('the panel of a product has its pictures, variants to order, and batches with their tests', async () => {
  const onClose = vi.fn();
  const { user, calls } = showPage(
    <ProductPanel productId="p" supplier={{ id: 's', name: 'Golden Coast' }} mayOrder onClose={onClose} />,
    (path) =>
      path === 'products.get'
        ? product
        : path === 'market.onSale'
          ? {
              data: [
                { ...batch, certificate },
                { ...batch, id: 'c', batch_id: 'BD-2', certificate: null },
              ],
            }
          : pageOf([offer('v'), offer('w')]),
  );
  const panel = within(await screen.findByRole('dialog', { name: 'Blue Dream' }));
  expect(
    await panel.findByText(/Packaged Jan 2, 2026 · THC 22.5% · Passed at Rocky Labs, Jan 5, 2026/),
  ).toBeTruthy();
  expect(panel.getByText(/No certificate yet/)).toBeTruthy();
  expect(within(panel.getByRole('list', { name: 'Pictures' })).getAllByRole('listitem')).toHaveLength(2);
  expect(panel.getAllByRole('textbox', { name: /^Quantity of Blue Dream/ })).toHaveLength(2);
  expect(panel.queryByText('CBD')).toBeNull();
  expect(calls.find(({ path }) => path === 'market.catalogue')?.input).toMatchObject({
    id: 's',
    variant_ids: 'v,w',
  });
  await user.keyboard('{Escape}');
  expect(onClose).toHaveBeenCalled();
});

test('a part of the panel that could not be loaded says so, and is read again', async () => {
  let fails = true;
  const { user } = showPage(
    <ProductPanel productId="p" supplier={{ id: 's', name: 'Golden Coast' }} mayOrder onClose={() => {}} />,
    (path) => {
      if (path === 'products.get') return product;
      if (path === 'market.onSale') return { data: [] };
      if (fails) throw new Error('Down.');
      return pageOf([offer('v')]);
    },
  );
  const alert = within(await screen.findByRole('alert'));
  fails = false;
  await user.click(alert.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('v jar')).toBeTruthy();
});

test('a quantity is explained by the buyer’s own sales and stock, where it has some', () => {
  showPage(
    <>
      <OwnPace pace={{ sellable: 6, sold_30_days: 24 }} />
      <OwnPace pace={{ sellable: 1200, sold_30_days: null }} />
      <OwnPace pace={undefined} />
    </>,
    () => null,
  );
  expect(screen.getByText('Sold 24 in 30 days, 6 left')).toBeTruthy();
  expect(screen.getByText('1,200 left')).toBeTruthy();
  expect(screen.getAllByText(/left/)).toHaveLength(2);
});

test('the price of goods by weight names its unit', async () => {
  const pound = { ...offer('v'), unit: 'lb', step: 0.01 };
  showPage(
    <ProductPanel productId="p" supplier={{ id: 's', name: 'Golden Coast' }} mayOrder onClose={() => {}} />,
    (path) => (path === 'products.get' ? product : path === 'market.onSale' ? { data: [] } : pageOf([pound])),
  );
  expect(await screen.findByText('$12.00/lb')).toBeTruthy();
});
