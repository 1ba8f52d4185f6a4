'use client';
import { FileUp, Plus, Sprout } from 'lucide-react';
import { useMemo } from 'react';
import { Button } from '@/components/ui/base/button';
import { EmptyState } from '@/components/ui/base/empty-state';
import { Link } from '@/components/ui/base/link';
import { ViewTabs } from '@/components/ui/base/view-tabs';
import { SelectFilter, ToggleFilter } from '@/components/ui/data-table/list-filters';
import { ListPage } from '@/components/ui/data-table/list-page';
import { useServerList } from '@/components/ui/data-table/use-server-list';
import { formatCount } from '@/components/ui/format';
import { trpc } from '@/components/ui/providers/trpc';
import { useViewer } from '@/components/ui/providers/viewer';
import { SELLERS } from '@/server/kernel/permissions';
import { BrandFilter } from './brand-filter';
import { productColumns } from './columns';
import { CATEGORY_OPTIONS } from './labels';
import { LISTED, productsList } from './list';
import { ListingsSection } from './listings-section';
import { useFigures } from './use-figures';

const ACTIVE_OPTIONS = [
  { value: 'true', label: 'Active' },
  { value: 'false', label: 'Inactive' },
] as const;

/** The catalog: own products, in a second view those of connected businesses, and variants of others that the business resells. */
export function ProductsPage({ owners }: { owners: readonly { id: string; name: string }[] }) {
  const { entity, can, rules } = useViewer();
  const resells = SELLERS.includes(entity.type);
  const listings = trpc.listings.list.useQuery(LISTED, { enabled: resells });
  const listed = listings.data?.pagination.total ?? 0;
  const list = useServerList(productsList, trpc.products.list, { scope: entity.id });
  const { view, entity_id: owner } = list.state;
  const mixed = view === 'all' || (owner !== null && owner !== entity.id);
  const rows = useFigures(list.rows);

  const columns = useMemo(
    () =>
      productColumns({
        timezone: entity.timezone,
        ownId: entity.id,
        sells: resells,
        mixed,
      }),
    [entity.timezone, entity.id, resells, mixed],
  );

  const addButton = can('create:products') && (
    <Button asChild variant="primary">
      <Link href="/products/new">
        <Plus aria-hidden />
        Add product
      </Link>
    </Button>
  );
  const importButton = can('create:products') && can('update:products') && (
    <Button asChild>
      <Link href="/products/import">
        <FileUp aria-hidden />
        Import
      </Link>
    </Button>
  );
  const tabs = [
    { key: 'own', label: 'My products', href: list.hrefWith({ view: null, entity_id: null }) },
    { key: 'all', label: 'All products', href: list.hrefWith({ view: 'all', entity_id: null }) },
  ];
  return (
    <ListPage
      title="Products"
      description={
        listed > 0 && (
          <a
            href="#listings"
            className="inline-block rounded-sm py-1 text-link underline-offset-4 hover:underline"
          >
            You resell {formatCount(listed, 'variant')} from other businesses
          </a>
        )
      }
      actions={
        <>
          {importButton}
          {addButton}
        </>
      }
      tabs={
        owners.length > 0 && (
          <ViewTabs label="Products by owner" current={mixed ? 'all' : 'own'} tabs={tabs} />
        )
      }
      list={list}
      rows={rows}
      columns={columns}
      rowLabel={(product) => product.name}
      search="Search products"
      filters={
        <>
          <SelectFilter list={list} name="category" label="Category" options={CATEGORY_OPTIONS} />
          <BrandFilter
            value={list.state.brand}
            request={list.request}
            onValueChange={(brand) => list.setFilters({ brand })}
          />
          <SelectFilter list={list} name="active" label="Status" options={ACTIVE_OPTIONS} />
          <ToggleFilter list={list} name="uncertified" label="Certificate missing" />
          {mixed && owners.length > 0 && (
            <SelectFilter
              list={list}
              name="entity_id"
              label="Owner"
              options={owners.map(({ id, name }) => ({ value: id, label: name }))}
            />
          )}
        </>
      }
      exportAs={{ path: '/api/v1/products', fileName: 'products.csv' }}
      empty={
        <EmptyState icon={Sprout} title="No products yet">
          {can('create:products')
            ? 'Add what you grow, make or sell. Connected businesses see your active products.'
            : 'Products of your business appear here.'}
        </EmptyState>
      }
    >
      {resells && <ListingsSection editable={rules('update:products')} />}
    </ListPage>
  );
}
