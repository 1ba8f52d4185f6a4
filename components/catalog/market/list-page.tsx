'use client';
import { Sprout } from 'lucide-react';
import { lazy, Suspense, useMemo, useState } from 'react';
import { CATEGORY_OPTIONS } from '@/components/catalog/products/labels';
import { CartBar } from '@/components/orders/cart/cart-bar';
import { EmptyState } from '@/components/ui/base/empty-state';
import { SelectFilter, ToggleFilter } from '@/components/ui/data-table/list-filters';
import { ListPage } from '@/components/ui/data-table/list-page';
import { useServerList } from '@/components/ui/data-table/use-server-list';
import { trpc } from '@/components/ui/providers/trpc';
import { useViewer } from '@/components/ui/providers/viewer';
import { BrandFilter } from './brand-filter';
import { catalogColumns } from './columns';
import { THC_OPTIONS } from './filter-options';
import { catalogList } from './list';
import type { CatalogLook } from './look';
import { LookSwitch } from './look-switch';
import { OfferTile } from './offer-tile';
import { useProductPanel } from './use-product-panel';

const ProductPanel = lazy(() => import('./product-panel').then((m) => ({ default: m.ProductPanel })));

/** What one supplier sells: search, filter, and put into the cart from the row. */
export function CatalogPage({
  supplier,
  look: kept,
}: {
  supplier: { id: string; name: string };
  look: CatalogLook;
}) {
  const [look, setLook] = useState(kept);
  const { can, entity } = useViewer();
  const { id, name } = supplier;
  const mayOrder = can('create:orders');
  const list = useServerList(catalogList, trpc.market.catalogue, {
    scope: { id },
    rowId: (offer) => offer.variant_id,
  });
  const panel = useProductPanel();
  const columns = useMemo(
    () =>
      catalogColumns({
        supplier: { id, name },
        mayOrder,
        timezone: entity.timezone,
        onOpen: panel.open,
      }),
    [id, name, mayOrder, entity.timezone, panel.open],
  );
  return (
    <ListPage
      breadcrumbs={[{ label: 'Suppliers', href: '/market?view=all' }]}
      title={name}
      description={mayOrder ? undefined : "Your role can view the catalog but can't order."}
      list={list}
      caption={`Catalog of ${name}`}
      columns={columns}
      tile={
        look === 'grid'
          ? (offer) => <OfferTile offer={offer} supplier={supplier} mayOrder={mayOrder} onOpen={panel.open} />
          : undefined
      }
      actions={<LookSwitch look={look} onChange={setLook} />}
      preview={false}
      rowLabel={(offer) => `${offer.product_name} ${offer.variant_name}`}
      search={{ label: 'Search the catalog', placeholder: 'Product, brand or SKU' }}
      filters={
        <>
          <SelectFilter list={list} name="category" label="Category" options={CATEGORY_OPTIONS} />
          <BrandFilter
            supplierId={id}
            value={list.state.brand}
            onValueChange={(brand) => list.setFilters({ brand })}
          />
          <SelectFilter list={list} name="thc" label="THC" options={THC_OPTIONS} />
          <ToggleFilter list={list} name="in_stock" label="In stock" />
          <ToggleFilter list={list} name="ordered" label="Buy again" />
        </>
      }
      exportAs={{
        path: `/api/v1/market/suppliers/${id}/catalogue`,
        fileName: 'catalog.csv',
        request: { ...list.request, id: null },
      }}
      empty={
        <EmptyState icon={Sprout} title="No products yet">
          Active products of {name} appear here.
        </EmptyState>
      }
    >
      {mayOrder && <CartBar supplierId={id} />}
      <Suspense>
        {panel.opened && (
          <ProductPanel
            productId={panel.opened}
            supplier={supplier}
            mayOrder={mayOrder}
            onClose={panel.close}
          />
        )}
      </Suspense>
    </ListPage>
  );
}
