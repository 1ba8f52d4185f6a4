'use client';
import { useCallback } from 'react';
import { formatMoney } from '@/components/ui/format';
import type { PaletteResult, PaletteSearch } from '@/components/ui/shell/palette-types';
import { BUYERS, type EntityType, type Permission, SELLERS } from '@/server/kernel/permissions';
import { trpc } from './trpc';

const EACH = 5;
const LONGEST = 100;

type Client = ReturnType<typeof trpc.useUtils>['client'];
type Asked = Parameters<Client['orders']['summaries']['query']>[1];

/** Objects of one kind: who may look for them, and how each is opened. */
interface Kind {
  group: string;
  needs: Permission;
  only?: readonly EntityType[];
  find: (client: Client, search: string, asked: Asked) => Promise<Omit<PaletteResult, 'group'>[]>;
}

const KINDS: readonly Kind[] = [
  {
    group: 'Package tags',
    needs: 'read:inventory',
    find: async ({ lots }, package_tag, asked) =>
      (await lots.list.query({ package_tag, limit: EACH }, asked)).data.map((lot) => ({
        id: lot.id,
        label: lot.package_tag ?? lot.batch_id,
        detail: `Batch ${lot.batch_id}`,
        href: `/batches/${lot.batch}`,
      })),
  },
  {
    group: 'Orders',
    needs: 'read:orders',
    find: async ({ orders }, search, asked) =>
      (await orders.summaries.query({ search, limit: EACH }, asked)).data.map((order) => ({
        id: order.id,
        label: order.order_number,
        detail: order.status === 'cancelled' ? 'canceled' : order.status,
        href: `/orders/${order.id}`,
      })),
  },
  {
    group: 'Customers',
    needs: 'read:customers',
    only: SELLERS,
    find: async ({ customers }, search, asked) =>
      (await customers.list.query({ search, limit: EACH }, asked)).data.map((customer) => ({
        id: customer.id,
        label: customer.nickname ? `${customer.name} · ${customer.nickname}` : customer.name,
        detail: customer.license_number ?? undefined,
        href: `/customers/${customer.id}`,
      })),
  },
  {
    group: 'Suppliers',
    needs: 'read:connections',
    only: BUYERS,
    find: async ({ suppliers }, search, asked) =>
      // A connection that has ended has no page.
      (await suppliers.list.query({ search, limit: EACH }, asked)).data
        .filter(({ connected }) => connected)
        .map((supplier) => ({
          id: supplier.id,
          label: supplier.name,
          detail: supplier.license_number ?? undefined,
          href: `/suppliers/${supplier.id}`,
        })),
  },
  {
    group: 'Invoices',
    needs: 'read:invoices',
    find: async ({ invoices }, search, asked) =>
      (await invoices.list.query({ search, limit: EACH }, asked)).data.map((invoice) => ({
        id: invoice.id,
        label: invoice.number,
        detail: formatMoney(invoice.total),
        href: `/invoices/${invoice.id}`,
      })),
  },
  {
    group: 'Products',
    needs: 'read:products',
    find: async ({ products }, search, asked) =>
      (await products.list.query({ search, limit: EACH }, asked)).data.map((product) => ({
        id: product.id,
        label: product.name,
        detail: product.entity.name,
        href: `/products/${product.id}`,
      })),
  },
  {
    group: 'Batches',
    needs: 'read:inventory',
    find: async ({ batches }, search, asked) =>
      (await batches.list.query({ search, limit: EACH }, asked)).data.map((batch) => ({
        id: batch.id,
        label: batch.batch_id,
        detail: batch.product_name,
        href: `/batches/${batch.id}`,
      })),
  },
  {
    group: 'Stock',
    needs: 'read:inventory',
    find: async ({ inventory }, search, asked) =>
      (await inventory.list.query({ search, limit: EACH }, asked)).data.map((item) => ({
        id: item.id,
        label: item.product_name,
        detail: `${item.sku} · ${item.room_type.replaceAll('_', ' ')}`,
        href: `/inventory/${item.id}`,
      })),
  },
];

/** Finds objects of the kinds that a member may read, by number, name, SKU or tag. A kind that fails leaves the others. */
export function usePaletteSearch(type: EntityType, permissions: readonly Permission[]): PaletteSearch {
  const { client } = trpc.useUtils();
  return useCallback(
    async (query, signal) => {
      const search = query.slice(0, LONGEST);
      const kinds = KINDS.filter(
        ({ needs, only }) => permissions.includes(needs) && (!only || only.includes(type)),
      );
      const found = await Promise.all(
        kinds.map(async ({ group, find }) => {
          const results = await find(client, search, { signal }).catch(() => []);
          return results.map((result) => ({ ...result, group }));
        }),
      );
      return found.flat();
    },
    [client, type, permissions],
  );
}
