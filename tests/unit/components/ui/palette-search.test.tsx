// @vitest-environment happy-dom
import { act, cleanup } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { usePaletteSearch } from '@/components/ui/providers/palette-search';
import type { PaletteSearch } from '@/components/ui/shell/palette-types';
import type { EntityType, Permission } from '@/server/kernel/permissions';
import { permissionsOf } from '@/server/kernel/permissions';
import { pageOf, showPage } from '../../../setup/browser-page';

afterEach(cleanup);

const ROWS: Record<string, object> = {
  'lots.list': { id: 'l', package_tag: '1A406-7', batch_id: 'B-7', batch: 'b' },
  'orders.summaries': { id: 'o', order_number: 'ORD-7', status: 'cancelled' },
  'customers.list': { id: 'c', name: 'Harbor Shop', nickname: 'The Harbor', license_number: 'C10-7' },
  'suppliers.list': { id: 's', name: 'Golden Coast', connected: true, license_number: null },
  'invoices.list': { id: 'i', number: 'INV-7', total: 12.5 },
  'products.list': { id: 'p', name: 'Blue Dream', entity: { name: 'Redwood' } },
  'batches.list': { id: 'b', batch_id: 'B-7', product_name: 'Blue Dream' },
  'inventory.list': { id: 'n', product_name: 'Blue Dream', sku: 'BD-7', room_type: 'sales_floor' },
};

interface Member {
  type: EntityType;
  permissions: readonly Permission[];
}

function Palette({ type, permissions, onSearch }: Member & { onSearch: (search: PaletteSearch) => void }) {
  onSearch(usePaletteSearch(type, permissions));
  return null;
}

/** What a member finds, as group and address, and what was asked for. */
async function find(type: EntityType, permissions: readonly Permission[], failing?: string) {
  let search: PaletteSearch | undefined;
  const note = (one: PaletteSearch) => {
    search = one;
  };
  const { calls } = showPage(<Palette type={type} permissions={permissions} onSearch={note} />, (path) => {
    if (path === failing) throw new Error('No.');
    return pageOf([ROWS[path]]);
  });
  const found = await act(async () => search?.('7', new AbortController().signal));
  return {
    found: found?.map(({ group, href }) => `${group} ${href}`),
    asked: calls.map(({ path }) => path).sort(),
  };
}

test('finds customers, invoices, batches and tags of a seller, each with its page', async () => {
  const { found } = await find('wholesaler', permissionsOf('owner', 'wholesaler'));
  expect(found).toEqual([
    'Package tags /batches/b',
    'Orders /orders/o',
    'Customers /customers/c',
    'Suppliers /suppliers/s',
    'Invoices /invoices/i',
    'Products /products/p',
    'Batches /batches/b',
    'Stock /inventory/n',
  ]);
});

test('looks for no customers of a retailer, and for no suppliers of a cultivator', async () => {
  const retailer = await find('retailer', permissionsOf('owner', 'retailer'));
  expect(retailer.asked).not.toContain('customers.list');
  expect(retailer.asked).toContain('suppliers.list');
  const cultivator = await find('cultivator', permissionsOf('owner', 'cultivator'));
  expect(cultivator.asked).not.toContain('suppliers.list');
  expect(cultivator.asked).toContain('customers.list');
});

test('asks for nothing that a member may not read', async () => {
  const { asked, found } = await find('wholesaler', ['read:products', 'read:orders']);
  expect(asked).toEqual(['orders.summaries', 'products.list']);
  expect(found).toEqual(['Orders /orders/o', 'Products /products/p']);
});

test('lists the other kinds when one fails', async () => {
  const { found } = await find('wholesaler', permissionsOf('owner', 'wholesaler'), 'invoices.list');
  expect(found).toHaveLength(7);
});
