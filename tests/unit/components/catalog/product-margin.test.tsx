// @vitest-environment happy-dom
import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { marginOf } from '@/components/catalog/products/margin';
import type { Product } from '@/components/catalog/products/types';
import { VariantsSection } from '@/components/catalog/products/variants-section';
import { pageOf, showPage } from '../../../setup/browser-page';
import { navigation } from '../../../setup/navigation';

navigation.pathname = '/products/p';
afterEach(cleanup);

const held = (variant_id: string, quantity: number, average_cost: number) => ({
  variant_id,
  quantity,
  average_cost,
});

test('weighs the cost of each balance by its units, and knows no margin without a price, stock or a cost', () => {
  const jar = { id: 'jar', wholesale_price: 10 };
  expect(marginOf(jar, [held('jar', 30, 6), held('jar', 10, 8), held('tin', 5, 1)])).toBeCloseTo(35);
  expect(marginOf(jar, [held('jar', 1, 12)])).toBeCloseTo(-20);
  expect(marginOf({ ...jar, wholesale_price: 0 }, [held('jar', 1, 6)])).toBeNull();
  expect(marginOf(jar, [held('jar', 0, 6), held('tin', 5, 1)])).toBeNull();
  expect(marginOf(jar, [held('jar', 30, 6), held('jar', 1, 0)])).toBeNull();
});

test.each([
  ['its own stock', 'e', 2, true],
  ['a part of its stock', 'e', 21, false],
  ['a product of another business', 'other', 2, false],
])('a seller sees the margin of a variant: %s', async (_, owner, total, shown) => {
  const variants = ['jar', 'tin'].map((id) => ({ id, name: id, sku: id, price: 20, wholesale_price: 10 }));
  const product = { id: 'p', name: 'Haze', entity: { id: owner, name: 'Terrace' }, variants };
  const { calls } = showPage(
    <VariantsSection product={product as unknown as Product} editable={false} />,
    (path) => {
      const page = pageOf(path === 'inventory.list' ? [held('jar', 4, 7.5), held('tin', 2, 0)] : []);
      return { ...page, pagination: { ...page.pagination, total } };
    },
  );
  const table = within(await screen.findByRole('table', { name: 'Variants' }));
  const margin = () => table.queryByRole('columnheader', { name: 'Margin' });
  if (shown) {
    expect(await table.findByText('25.00%')).toBeTruthy();
    expect(margin()).not.toBeNull();
  } else {
    if (owner === 'e') await expect.poll(() => calls.map(({ path }) => path)).toContain('inventory.list');
    expect(margin()).toBeNull();
  }
});
