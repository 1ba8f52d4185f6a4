'use client';
import { Pencil } from 'lucide-react';
import { lazy } from 'react';
import { Button } from '@/components/ui/base/button';
import { LateOverlay } from '@/components/ui/base/late-overlay';
import type { Order, OrderItem } from './types';

const load = () => import('./quantity-panel');
const QuantityPanel = lazy(() => load().then((m) => ({ default: m.QuantityPanel })));

/** Changes the quantity of one line, at its cell. */
export function QuantityEditor({
  order,
  item,
  reduceOnly,
  sells,
  packs,
}: {
  order: Order;
  item: OrderItem;
  reduceOnly: boolean;
  sells: boolean;
  /** Says what was packed. */
  packs: boolean;
}) {
  const what = packs ? 'packed amount' : 'quantity';
  return (
    <LateOverlay
      kind="dialog"
      load={load}
      trigger={
        <Button
          variant="ghost"
          size="sm"
          className="px-1.5"
          title={`Change ${what}`}
          aria-label={`Change ${what} of ${item.product_name} ${item.sku}`}
        >
          <Pencil aria-hidden />
        </Button>
      }
    >
      {(trigger) => (
        <QuantityPanel
          trigger={trigger}
          order={order}
          item={item}
          reduceOnly={reduceOnly}
          sells={sells}
          packs={packs}
        />
      )}
    </LateOverlay>
  );
}
