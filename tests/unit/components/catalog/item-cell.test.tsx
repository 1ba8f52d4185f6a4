// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { ItemCell } from '@/components/catalog/goods/item-cell';
import { ViewerProvider } from '@/components/ui/providers/viewer';
import { imagePath } from '../../../../server/features/products/images/address';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

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
  const url = 'https://cdn.example/a.png';
  const { container } = render(<ItemCell goods={{ ...acdc, image: url }} />);
  const tile = container.querySelector('[data-category="flower"]');
  expect(tile?.querySelector('img')?.getAttribute('src')).toBe(imagePath('p1', url, 128));
});

test('without an image the tile is that of the category, and of none where it is unknown', () => {
  const { container } = render(<ItemCell goods={{ ...acdc, category: undefined }} />);
  expect(container.querySelector('img')).toBeNull();
  expect(container.querySelector('.category-tile')?.hasAttribute('data-category')).toBe(false);
});

/** West of UTC, where the day begins later. */
const inLosAngeles = ({ children }: { children: ReactNode }) => (
  <ViewerProvider
    value={{
      user: { name: 'Ana', email: 'ana@example.com', role: 'owner' },
      entity: { id: 'e1', name: 'Shop', type: 'retailer', timezone: 'America/Los_Angeles' },
      permissions: [],
      isLimited: false,
      locations: [],
      isMailOff: false,
    }}
  >
    {children}
  </ViewerProvider>
);

test('one lot is named with its expiration, several are counted', () => {
  const { rerender } = render(<ItemCell goods={acdc} lots={[lot('B-1', '2099-01-31')]} />, {
    wrapper: inLosAngeles,
  });
  expect(screen.getByText('B-1')).toBeTruthy();
  expect(screen.getByText('exp. Jan 31, 2099')).toBeTruthy();
  rerender(<ItemCell goods={acdc} lots={[lot('B-1', '2020-01-31')]} />);
  expect(screen.getByText('expired on Jan 31, 2020')).toBeTruthy();
  rerender(<ItemCell goods={acdc} lots={[lot('B-1'), lot('B-2')]} />);
  expect(screen.getByText('2 lots')).toBeTruthy();
});

test('a lot expires when the day of the business ends, not that of UTC', () => {
  // Half past six in the evening of November 20 in Los Angeles.
  vi.useFakeTimers({ now: new Date('2026-11-21T02:30:00Z'), toFake: ['Date'] });
  render(<ItemCell goods={acdc} lots={[lot('B-1', '2026-11-20')]} />, { wrapper: inLosAngeles });
  expect(screen.getByText('expires today')).toBeTruthy();
});
