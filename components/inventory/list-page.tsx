'use client';
import {
  ArrowRightLeft,
  Boxes,
  ClipboardCheck,
  FileUp,
  History,
  type LucideIcon,
  RefreshCw,
} from 'lucide-react';
import { useQueryState } from 'nuqs';
import { lazy, Suspense, useMemo, useState } from 'react';
import { parseAsFlag } from '@/components/data-table/list-definition';
import { SelectFilter, ToggleFilter } from '@/components/data-table/list-filters';
import { ListPage } from '@/components/data-table/list-page';
import { useServerList } from '@/components/data-table/use-server-list';
import { trpc } from '@/components/providers/trpc';
import { useViewer } from '@/components/providers/viewer';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { Link } from '@/components/ui/link';
import { AdjustProvider } from './adjust-provider';
import { inventoryColumns } from './columns';
import { CATEGORY, optionsOf, ROOM } from './labels';
import { inventoryList } from './list';
import { type InventoryItem, itemName, type LocationName } from './types';

const TransferDialog = lazy(() => import('./transfer-dialog').then((m) => ({ default: m.TransferDialog })));

const ROOMS = optionsOf(ROOM);
const CATEGORIES = optionsOf(CATEGORY);

function LinkButton({ href, icon: Icon, label }: { href: string; icon: LucideIcon; label: string }) {
  return (
    <Button asChild>
      <Link href={href}>
        <Icon aria-hidden />
        {label}
      </Link>
    </Button>
  );
}

function Actions({ canAdjust }: { canAdjust: boolean }) {
  return (
    <>
      {canAdjust && (
        <>
          <LinkButton href="/inventory/import" icon={FileUp} label="Import" />
          <LinkButton href="/inventory/count" icon={ClipboardCheck} label="Count" />
        </>
      )}
      <LinkButton href="/inventory/snapshot" icon={History} label="Snapshot" />
      <LinkButton href="/inventory/syncs" icon={RefreshCw} label="Syncs" />
    </>
  );
}

function Empty({ buys }: { buys: boolean }) {
  return (
    <EmptyState
      icon={Boxes}
      title="No stock yet"
      action={
        <Button asChild variant="primary">
          <Link href={buys ? '/market' : '/products'}>{buys ? 'Browse the market' : 'Go to products'}</Link>
        </Button>
      }
    >
      {buys
        ? 'Stock appears here after a delivery or a sync.'
        : 'Stock appears here once a product has a variant.'}
    </EmptyState>
  );
}

function TransferHint({ onClose }: { onClose: () => void }) {
  return (
    <div
      role="status"
      className="flex flex-wrap items-center justify-between gap-2 rounded-lg bg-tint-info py-1.5 pr-2 pl-4 text-on-tint-info"
    >
      Select the items to transfer, then choose Transfer below the list.
      <Button variant="ghost" size="sm" className="text-on-tint-info" onClick={onClose}>
        Dismiss
      </Button>
    </div>
  );
}

/** The stock of the business: searched, filtered, sorted and paged by the address, adjusted in place. */
export function InventoryPage({ locations }: { locations: readonly LocationName[] }) {
  const { entity, can } = useViewer();
  const utils = trpc.useUtils();
  const canAdjust = can('update:inventory');
  const list = useServerList(inventoryList, trpc.inventory.list, {
    fetchPage: canAdjust ? utils.inventory.list.fetch : undefined,
  });
  const [moving, setMoving] = useState<readonly InventoryItem[] | null>(null);
  // In the address: the Create menu and the palette begin a transfer from other pages.
  const [choosing, setChoosing] = useQueryState('transfer', parseAsFlag);

  const columns = useMemo(() => {
    const names = new Map(locations.map(({ id, name }) => [id, name]));
    return inventoryColumns({
      locationName: (id) => names.get(id) ?? 'Closed location',
      timezone: entity.timezone,
      canAdjust,
    });
  }, [locations, entity.timezone, canAdjust]);

  return (
    <AdjustProvider>
      <ListPage
        title="Inventory"
        description="What you hold, by location and room."
        actions={<Actions canAdjust={canAdjust} />}
        tabs={choosing && canAdjust && <TransferHint onClose={() => void setChoosing(null)} />}
        list={list}
        caption="Inventory items"
        columns={columns}
        rowLabel={itemName}
        search="Search products and SKUs"
        filters={
          <>
            <SelectFilter
              list={list}
              name="location_id"
              label="Location"
              options={locations.map(({ id, name }) => ({ value: id, label: name }))}
            />
            <SelectFilter list={list} name="room_type" label="Room" options={ROOMS} />
            <SelectFilter list={list} name="category" label="Category" options={CATEGORIES} />
            <ToggleFilter list={list} name="low_stock" label="Low stock" />
          </>
        }
        exportAs={{ path: '/api/v1/inventory', fileName: 'inventory.csv' }}
        bulk={
          <Button size="sm" variant="primary" onClick={() => setMoving(list.selectedRows())}>
            <ArrowRightLeft aria-hidden />
            Transfer
          </Button>
        }
        empty={<Empty buys={entity.type === 'retailer'} />}
      />
      {moving && (
        <Suspense>
          <TransferDialog
            items={moving}
            locations={locations}
            onClose={() => setMoving(null)}
            onDone={() => {
              setMoving(null);
              void setChoosing(null);
              list.selection?.clear();
            }}
          />
        </Suspense>
      )}
    </AdjustProvider>
  );
}
