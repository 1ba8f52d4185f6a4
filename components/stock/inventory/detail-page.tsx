'use client';
import { ArrowRightLeft, Pencil } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Button } from '@/components/ui/base/button';
import { Card } from '@/components/ui/base/card';
import { Link } from '@/components/ui/base/link';
import { StatCard } from '@/components/ui/base/stat-card';
import { formatAmount, formatMoney } from '@/components/ui/format';
import { trpc } from '@/components/ui/providers/trpc';
import { useViewer } from '@/components/ui/providers/viewer';
import { ResourcePage } from '@/components/ui/shell/resource-page';
import { AdjustButton } from './adjust-button';
import { AdjustProvider } from './adjust-provider';
import { ItemLots } from './item-lots';
import { placeOf } from './labels';
import { LastSync } from './last-sync';
import { MovementHistory } from './movement-history';
import { Siblings } from './siblings';
import { StockBadge } from './stock-badge';
import { type InventoryItem, itemName, type LocationName } from './types';
import { stockValue } from './value';

const TransferDialog = lazy(() => import('./transfer-dialog').then((m) => ({ default: m.TransferDialog })));

const PriceDialog = lazy(() => import('./price-dialog').then((m) => ({ default: m.PriceDialog })));

const POLL_MS = 15_000;

function Balances({ item, onPrice }: { item: InventoryItem; onPrice: (() => void) | null }) {
  return (
    <div className="grid grid-cols-2 gap-3 lg:grid-cols-4">
      <StatCard
        label="Available"
        value={formatAmount(item.available_quantity, item)}
        note={item.low_stock ? <StockBadge available={item.available_quantity} low /> : 'Not reserved'}
      />
      <StatCard label="Quantity" value={formatAmount(item.quantity, item)} note="On hand" />
      <StatCard
        label="Reserved"
        value={formatAmount(item.reserved_quantity, item)}
        note="Reserved for orders"
      />
      <StatCard
        label="Value"
        value={formatMoney(stockValue(item))}
        note={
          <span className="flex items-start justify-between gap-2">
            <span>
              Average cost {formatMoney(item.average_cost)}
              {item.unit && ` per ${item.unit}`}
              <br />
              Price {formatMoney(item.unit_price)}
              {item.unit && ` per ${item.unit}`}
            </span>
            {onPrice && (
              <Button
                size="sm"
                variant="ghost"
                className="-my-1 -mr-2"
                aria-label="Edit price"
                onClick={onPrice}
              >
                <Pencil aria-hidden />
              </Button>
            )}
          </span>
        }
      />
    </div>
  );
}

/** One balance: how much there is, where else the product stands, and everything that ever happened to it. */
export function InventoryDetail({
  first,
  locations,
}: {
  /** The item as the server read it. */
  first: InventoryItem;
  locations: readonly LocationName[];
}) {
  const { entity, can, isLimited } = useViewer();
  const query = trpc.inventory.get.useQuery({ id: first.id }, { refetchInterval: POLL_MS });
  const item = query.data ?? first;
  const [moving, setMoving] = useState(false);
  const [pricing, setPricing] = useState(false);
  const locationName = (one: string) =>
    locations.find((place) => place.id === one)?.name ?? 'Closed location';
  const place = placeOf(item, locationName);
  return (
    <AdjustProvider>
      <ResourcePage
        query={query}
        breadcrumbs={[{ label: 'Inventory', href: '/inventory' }]}
        title={item.product_name}
        description={
          <>
            {item.variant_name} · {item.sku} · {place} · {item.synced_at !== null && 'synced '}
            <LastSync at={item.synced_at} timezone={entity.timezone} />
          </>
        }
        actions={
          <>
            <Button asChild>
              <Link href={`/products/${item.product_id}`}>View product</Link>
            </Button>
            {can('update:inventory') && (
              <>
                <Button aria-label={`Transfer ${itemName(item)}`} onClick={() => setMoving(true)}>
                  <ArrowRightLeft aria-hidden />
                  Transfer
                </Button>
                <AdjustButton item={item} place={place} shape="button" />
              </>
            )}
          </>
        }
      >
        <Balances
          item={item}
          onPrice={can('update:inventory') && !isLimited ? () => setPricing(true) : null}
        />
        <ItemLots item={item} timezone={entity.timezone} />
        <Siblings item={item} locationName={locationName} />
        <section id="history" aria-labelledby="history-title" className="scroll-mt-20">
          <Card title={<span id="history-title">History</span>} description="Every change, newest first.">
            <MovementHistory id={item.id} />
          </Card>
        </section>
      </ResourcePage>
      {pricing && (
        <Suspense>
          <PriceDialog item={item} onClose={() => setPricing(false)} />
        </Suspense>
      )}
      {moving && (
        <Suspense>
          <TransferDialog
            items={[item]}
            locations={locations}
            onClose={() => setMoving(false)}
            onDone={() => setMoving(false)}
          />
        </Suspense>
      )}
    </AdjustProvider>
  );
}
