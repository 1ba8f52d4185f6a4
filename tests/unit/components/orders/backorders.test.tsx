// @vitest-environment happy-dom
import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { BackordersPage } from '@/components/orders/backorders/list-page';
import type { BackorderRow } from '@/components/orders/backorders/types';
import { checkLine, hasNews } from '@/components/orders/cart/checks';
import { pageOf, showPage } from '../../../setup/browser-page';
import { navigation } from '../../../setup/navigation';

vi.setConfig({ testTimeout: 60_000 });
navigation.pathname = '/backorders';
afterEach(cleanup);

const row = (id: string, buyer: string): BackorderRow =>
  ({
    ...{ product_id: 'p', variant_id: 'v' },
    ...{
      id,
      quantity: 12,
      amount: 12,
      filled: 2,
      filled_amount: 2,
      status: 'open',
      sku: `SKU-${id}`,
      product_name: 'Blue Dream',
    },
    ...{
      variant_name: '3.5 g',
      category: 'flower',
      image: null,
      unit: null,
      step: null,
      order_id: null,
      filled_order_ids: [],
    },
    ...{
      ladder: [{ min_amount: 1, unit_price: 10 }],
      expected_on: null,
      ready_at: null,
      expires_on: '2026-02-01',
    },
    seller: { id: 'e', name: 'Redwood' },
    buyer: { id: buyer, name: `Shop ${buyer}` },
    created_at: '2026-01-02T00:00:00.000Z',
    updated_at: '2026-01-02T00:00:00.000Z',
  }) as BackorderRow;

const permissions = ['read:orders', 'create:orders', 'cancel:orders'] as const;

test('fills a backorder in its row once there is stock, and says what is on hand', async () => {
  const { calls, user } = showPage(
    <BackordersPage own="selling" hasBoth={false} />,
    (path, input) => {
      if (path === 'backorders.list') return pageOf([row('1', 'a'), row('2', 'b')]);
      // As the server does: the own catalog is a customer's.
      if (path === 'market.catalogue') {
        const { customer_id } = input as { customer_id?: string };
        if (!customer_id) throw new Error('No.');
        return pageOf(customer_id === 'a' ? [{ variant_id: 'v', available_quantity: 7 }] : []);
      }
      return path === 'backorders.fill' ? { order_number: 'ORD-1', items: [] } : pageOf([]);
    },
    { permissions: [...permissions, 'read:products', 'read:customers'] },
  );
  const fill = await screen.findByRole('button', { name: 'Fill SKU-1 for Shop a' });
  expect(screen.getByRole('columnheader', { name: 'On hand now' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Fill SKU-2 for Shop b' })).toBeNull();
  await user.click(fill);
  await waitFor(() =>
    expect(calls.find(({ path }) => path === 'backorders.fill')?.input).toEqual({ ids: ['1'] }),
  );
});

test('filling the selected backorders makes one order for each customer', async () => {
  const rows = [row('1', 'a'), row('2', 'b'), row('3', 'a')];
  const { calls, user } = showPage(
    <BackordersPage own="selling" hasBoth={false} />,
    (path) =>
      path === 'backorders.fill'
        ? { order_number: 'ORD-1', items: [{ quantity: 20 }] }
        : pageOf(path === 'backorders.list' ? rows : []),
    { permissions },
  );
  await user.click(await screen.findByRole('checkbox', { name: /all/i }));
  await user.click(await screen.findByRole('button', { name: 'Fill 3 backorders' }));
  const filled = () => calls.filter(({ path }) => path === 'backorders.fill').map(({ input }) => input);
  await waitFor(() => expect(filled()).toEqual([{ ids: ['1', '3'] }, { ids: ['2'] }]));
});

test('a buyer sees its own, which it can cancel and not fill', async () => {
  const { calls } = showPage(
    <BackordersPage own="buying" hasBoth={false} />,
    (path) => pageOf(path === 'backorders.list' ? [row('1', 'e')] : []),
    { permissions },
  );
  expect(await screen.findByRole('button', { name: 'More for SKU-1 for Shop e' })).toBeTruthy();
  expect(screen.queryByRole('checkbox')).toBeNull();
  expect(calls[0]).toMatchObject({ path: 'backorders.list', input: { side: 'buying', status: 'open' } });
});

test('a short line of the cart is no problem once the rest may be missing', () => {
  const line = { variant_id: 'v', quantity: 36, unit_price: 10 } as Parameters<typeof checkLine>[0];
  const quoted = new Map([['v', { unit_price: 10, available_quantity: 24 }]]);
  expect(checkLine(line, quoted)).toMatchObject({ problem: 'short', missing: 0 });
  for (const shortage of ['partial', 'backorder'] as const) {
    expect(checkLine(line, quoted, shortage)).toMatchObject({ problem: null, missing: 12 });
    expect(hasNews([line], null, quoted, shortage)).toBe(false);
  }
  expect(hasNews([line], null, quoted)).toBe(true);
});
