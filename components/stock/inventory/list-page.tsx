'use client';
import {
  Boxes,
  ClipboardCheck,
  FileUp,
  History,
  type LucideIcon,
  PackageOpen,
  RefreshCw,
} from 'lucide-react';
import { lazy, Suspense, useMemo } from 'react';
import { ReceiveButton } from '@/components/stock/receiving/receive-button';
import { Button } from '@/components/ui/base/button';
import { EmptyState } from '@/components/ui/base/empty-state';
import { Link } from '@/components/ui/base/link';
import { ExpandedRows } from '@/components/ui/data-table/expanded-rows';
import { SelectFilter, ToggleFilter } from '@/components/ui/data-table/list-filters';
import { ListPage } from '@/components/ui/data-table/list-page';
import { useServerList } from '@/components/ui/data-table/use-server-list';
import { useWideScreen } from '@/components/ui/data-table/use-wide-screen';
import { trpc } from '@/components/ui/providers/trpc';
import { useViewer } from '@/components/ui/providers/viewer';
import { ScanButton } from '@/components/ui/scanner/scan-button';
import { AdjustProvider } from './adjust-provider';
import { levelColumns } from './columns';
import { CATEGORY, optionsOf, ROOM } from './labels';
import { levelName } from './level';
import { hasLots, LevelLots } from './level-lots';
import { inventoryList } from './list';
import type { LocationName } from './types';

// With the first selected row.
const InventoryBulk = lazy(() => import('./inventory-bulk').then((m) => ({ default: m.InventoryBulk })));
const LotTable = lazy(() => import('./lot-table').then((m) => ({ default: m.LotTable })));

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
      <LinkButton href="/inventory/receipts" icon={PackageOpen} label="Receipts" />
      <LinkButton href="/inventory/snapshot" icon={History} label="Snapshot" />
      <LinkButton href="/inventory/syncs" icon={RefreshCw} label="Syncs" />
      <ReceiveButton />
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

/** The stock of the business: searched, filtered, sorted and paged by the address, adjusted in place. */
export function InventoryPage({ locations }: { locations: readonly LocationName[] }) {
  const { entity, can } = useViewer();
  const utils = trpc.useUtils();
  const canAdjust = can('update:inventory');
  const list = useServerList(inventoryList, trpc.inventory.levels, {
    fetchPage: canAdjust ? utils.inventory.levels.fetch : undefined,
  });

  const find = async (code: string) => {
    const { data } = await utils.lots.list.fetch({ package_tag: code, limit: 1 });
    const [lot] = data;
    list.setSearch(lot ? (lot.sku ?? lot.product_name) : code);
    return code;
  };

  const room = list.state.room_type;
  const secretMenu =
    room === 'secret_menu' ||
    list.rows?.some(({ rooms }) => rooms.secret_menu.inventory_id !== null) === true;
  const places = locations.length > 1;
  const wide = useWideScreen();
  const columns = useMemo(
    () => levelColumns({ canAdjust, room, secretMenu, places, wide }),
    [canAdjust, room, secretMenu, places, wide],
  );

  return (
    <AdjustProvider>
      <ExpandedRows>
        <ListPage
          title="Inventory"
          actions={<Actions canAdjust={canAdjust} />}
          list={list}
          caption="Inventory items"
          columns={columns}
          rowLabel={levelName}
          preview={(level) => hasLots(level) && <LotTable level={level} />}
          below={(level, frame) => <LevelLots level={level} frame={frame} />}
          search="Search products and SKUs"
          scan={<ScanButton onScan={find} once compact />}
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
              <ToggleFilter list={list} name="expiring" label="Expiring" />
              <ToggleFilter list={list} name="held" label="Held" />
            </>
          }
          exportAs={{ path: '/api/v1/inventory/levels', fileName: 'inventory.csv' }}
          bulk={
            <Suspense>
              <InventoryBulk
                selected={list.selectedRows}
                room={room}
                locations={locations}
                onDone={() => list.selection?.clear()}
              />
            </Suspense>
          }
          empty={<Empty buys={entity.type === 'retailer'} />}
        />
      </ExpandedRows>
    </AdjustProvider>
  );
}
