// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { ItemCell } from '@/components/goods/item-cell';

afterEach(cleanup);

const acdc = { product_id: 'p1', product_name: 'ACDC', category: 'flower', image: null } as const;
const lot = (batch_id: string, expires_on: string | null = null) => ({
  batch_id,
  expires_on,
  package_tag: `TAG-${batch_id}`,
});

test('two variants of one product have two names', () => {
  render(
    <>
      <ItemCell goods={{ ...acdc, variant_name: '3.5 g jar', sku: 'AC-3.5' }} href="/a" />
      <ItemCell goods={{ ...acdc, variant_name: '7 g jar', sku: 'AC-7' }} href="/b" />
    </>,
  );
  expect(screen.getByRole('link', { name: 'ACDC 3.5 g jar' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'ACDC 7 g jar' })).toBeTruthy();
  expect(screen.getByText('AC-7')).toBeTruthy();
});

test('an image is fetched from our own origin, over the tile of the category', () => {
  const { container } = render(<ItemCell goods={{ ...acdc, image: 'https://cdn.example/a.png' }} />);
  const tile = container.querySelector('[data-category="flower"]');
  expect(tile?.querySelector('img')?.getAttribute('src')).toBe('/images/products/p1/thumb');
});

test('without an image the tile is that of the category, and of none where it is unknown', () => {
  const { container } = render(<ItemCell goods={{ ...acdc, category: undefined }} />);
  expect(container.querySelector('img')).toBeNull();
  expect(container.querySelector('.category-tile')?.hasAttribute('data-category')).toBe(false);
});

test('one lot is named with its expiration, several are counted', () => {
  const { rerender } = render(<ItemCell goods={acdc} lots={[lot('B-1', '2099-01-31')]} />);
  expect(screen.getByText('B-1')).toBeTruthy();
  expect(screen.getByText('exp. Jan 31, 2099')).toBeTruthy();
  rerender(<ItemCell goods={acdc} lots={[lot('B-1', '2020-01-31')]} />);
  expect(screen.getByText(/^expired on/i)).toBeTruthy();
  rerender(<ItemCell goods={acdc} lots={[lot('B-1'), lot('B-2')]} />);
  expect(screen.getByText('2 lots')).toBeTruthy();
});
