'use client';
import { useRef, useState } from 'react';
import { totalText } from '@/components/catalog/goods/amounts';
import { Button } from '@/components/ui/base/button';
import { showDone, showFailure } from '@/components/ui/base/toast';
import type { Selection } from '@/components/ui/data-table/use-selection';
import { formatCount } from '@/components/ui/format';
import { errorText } from '@/components/ui/forms/error-text';
import { trpc } from '@/components/ui/providers/trpc';
import { useRefresh } from '@/components/ui/providers/use-refresh';
import type { BackorderRow } from './types';

/** Of one request. */
const MOST_FILLED = 200;

/** The backorders of each buyer, at most so many together: each is an order of its own. */
function ordersOf(rows: readonly BackorderRow[]): BackorderRow[][] {
  const orders: BackorderRow[][] = [];
  for (const row of rows) {
    if (row.status !== 'open') continue;
    const present = orders.find(([first, ...others]) => {
      return first?.buyer.id === row.buyer.id && others.length + 1 < MOST_FILLED;
    });
    if (present) present.push(row);
    else orders.push([row]);
  }
  return orders;
}

/** Orders what there is for the selected backorders: an accepted order for each customer. */
export function FillButton({
  selection,
  rows,
  onDone,
}: {
  selection: Selection;
  /** The selected ones, those of other pages included. */
  rows: readonly BackorderRow[];
  onDone: () => void;
}) {
  const refresh = useRefresh();
  const fill = trpc.backorders.fill.useMutation({ meta: { refresh: 'later' } });
  const running = useRef(false);
  const [done, setDone] = useState<number | null>(null);
  const orders = ordersOf(rows);
  const count = orders.flat().length;

  const run = async () => {
    if (running.current) return;
    running.current = true;
    const placed: string[] = [];
    const rejected: string[] = [];
    const filled: Parameters<typeof totalText>[0][number][] = [];
    for (const [index, one] of orders.entries()) {
      setDone(index);
      // Sequentially: each is a separate decision, and one error must not hide the next.
      await fill
        .mutateAsync({ ids: one.map(({ id }) => id) })
        .then((order) => {
          placed.push(order.order_number);
          filled.push(...order.items.map((goods) => ({ count: goods.quantity, goods })));
        })
        .catch((error) => rejected.push(`${one[0]?.buyer.name}: ${errorText(error)}`));
    }
    if (placed.length > 0) showDone(`${totalText(filled)} ordered`, placed.join(', '));
    if (rejected.length > 0) {
      showFailure(`${formatCount(rejected.length, 'order')} not placed`, rejected.slice(0, 3).join(' '));
    }
    selection.clear();
    await refresh('backorder.filled');
    running.current = false;
    setDone(null);
    onDone();
  };

  if (count === 0) return null;
  return (
    <Button size="sm" variant="primary" pending={done !== null} onClick={() => void run()}>
      {done === null ? `Fill ${formatCount(count, 'backorder')}` : `${done + 1} of ${orders.length}`}
    </Button>
  );
}
