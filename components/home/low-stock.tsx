import { ItemCell } from '@/components/catalog/goods/item-cell';
import { inventoryList } from '@/components/stock/inventory/list';
import { Button } from '@/components/ui/base/button';
import { Card } from '@/components/ui/base/card';
import { Link } from '@/components/ui/base/link';
import { formatAmount, formatNumber } from '@/components/ui/format';
import { inLocation, type Looking, type Low, parametersOf, totalOf } from './work';

const SHOWN = 6;
const lowStock = (looking: Pick<Looking, 'chosen'>) => inLocation('/inventory?low_stock=true', looking);

export async function readLowStock(looking: Omit<Looking, 'low'>): Promise<Low> {
  const { caller, receiving } = looking;
  const request = inventoryList.request(inventoryList.load(parametersOf(lowStock(looking))));
  const [{ data, pagination }, toReorder] = await Promise.all([
    caller.inventory.levels({ ...request, limit: SHOWN }),
    receiving ? totalOf(caller.market.reorder({ location_id: receiving.id, limit: 1 })) : 0,
  ]);
  return { rows: data, total: pagination.total ?? data.length, toReorder };
}

/** What is low in stock, with the way to order it again. */
export async function LowStock({ looking }: { looking: Looking }) {
  const { receiving, chosen } = looking;
  const { rows, total, toReorder } = await looking.low;
  if (total === 0) return null;
  return (
    <Card
      title={
        <Link
          href={lowStock(looking)}
          className="rounded-sm underline-offset-4 hover:text-link hover:underline"
        >
          <span className="tabular-nums">{formatNumber(total)}</span> low in stock
        </Link>
      }
      action={
        receiving &&
        toReorder > 0 && (
          <Button asChild size="sm" variant="primary">
            <Link href={`/reorder?location_id=${receiving.id}`}>
              Reorder<span className="sr-only"> {formatNumber(toReorder)} items</span>
            </Link>
          </Button>
        )
      }
      flush
    >
      <ul className="divide-y divide-border border-border border-t">
        {rows.map((row) => (
          <li key={row.id} className="flex items-center justify-between gap-3 px-4 py-2 sm:px-5">
            <ItemCell
              goods={{
                product_id: row.product.id,
                product_name: row.product.name,
                variant_name: row.variant.name,
                category: row.product.category,
                image: row.product.image,
              }}
              href={`/products/${row.product.id}`}
              note={chosen ? row.variant.sku : row.location.name}
            />
            <span className="shrink-0 text-right tabular-nums">
              <span className="font-medium text-destructive">
                {formatAmount(row.sellable_quantity, row)} left
              </span>
              <span className="block text-muted text-xs">
                alert at {formatAmount(row.low_stock_threshold, row)}
              </span>
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
