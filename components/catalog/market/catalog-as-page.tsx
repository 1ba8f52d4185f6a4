'use client';
import { Eye, Sprout } from 'lucide-react';
import { useMemo } from 'react';
import { CATEGORY_OPTIONS } from '@/components/catalog/products/labels';
import { EmptyState } from '@/components/ui/base/empty-state';
import { Link } from '@/components/ui/base/link';
import { SelectFilter, ToggleFilter } from '@/components/ui/data-table/list-filters';
import { ListPage } from '@/components/ui/data-table/list-page';
import { useServerList } from '@/components/ui/data-table/use-server-list';
import { trpc } from '@/components/ui/providers/trpc';
import { useViewer } from '@/components/ui/providers/viewer';
import { ownCatalogColumns } from './columns';
import { THC_OPTIONS } from './filter-options';
import { catalogList } from './list';

/** A seller's own catalog as a customer sees it: its prices and breaks, and what it last paid. */
export function CatalogAsPage({ customer }: { customer: { id: string; name: string } }) {
  const { entity, can } = useViewer();
  const list = useServerList(catalogList, trpc.market.catalogue, {
    scope: { id: entity.id, customer_id: customer.id },
    rowId: (offer) => offer.variant_id,
  });
  const columns = useMemo(() => ownCatalogColumns(entity.timezone), [entity.timezone]);
  const path = `/customers/${customer.id}`;
  return (
    <ListPage
      breadcrumbs={[
        { label: 'Customers', href: '/customers' },
        { label: customer.name, href: path },
      ]}
      title="Your catalog"
      list={list}
      caption={`Your catalog as ${customer.name}`}
      columns={columns}
      preview={false}
      rowLabel={(offer) => `${offer.product_name} ${offer.variant_name}`}
      search={{ label: 'Search the catalog', placeholder: 'Product, brand or SKU' }}
      tabs={
        <p
          role="note"
          className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-1 rounded-lg border border-border bg-surface px-4 py-3"
        >
          <Eye aria-hidden className="size-4 text-muted" />
          <span>
            You see your catalog as <b>{customer.name}</b>: its prices, and what it last paid.
          </span>
          {can('create:orders') && (
            <Link
              href={`/orders/new?customer=${customer.id}`}
              className="text-link underline-offset-4 hover:underline"
            >
              New order
            </Link>
          )}
        </p>
      }
      filters={
        <>
          <SelectFilter list={list} name="category" label="Category" options={CATEGORY_OPTIONS} />
          <SelectFilter list={list} name="thc" label="THC" options={THC_OPTIONS} />
          <ToggleFilter list={list} name="in_stock" label="In stock" />
          <ToggleFilter list={list} name="ordered" label="Bought before" />
        </>
      }
      exportAs={{
        path: `/api/v1/market/suppliers/${entity.id}/catalogue`,
        fileName: 'catalog.csv',
        request: { ...list.request, id: null },
      }}
      empty={
        <EmptyState icon={Sprout} title="No products yet">
          Your active products appear here.
        </EmptyState>
      }
    />
  );
}
