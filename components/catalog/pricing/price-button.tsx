'use client';
import { type ComponentProps, lazy } from 'react';
import { LateOverlay } from '@/components/ui/base/late-overlay';
import { formatMoney } from '@/components/ui/format';
import type { PricePanel as Panel } from './price-panel';

const load = () => import('./price-panel');
const PricePanel = lazy(() => load().then((m) => ({ default: m.PricePanel })));

/** The price of a line that its seller may change: a click opens price, discount and sample. @param price dollars */
export function PriceButton({
  price,
  ...panel
}: { price: number } & Omit<ComponentProps<typeof Panel>, 'trigger'>) {
  return (
    <LateOverlay
      kind="dialog"
      load={load}
      trigger={
        <button
          type="button"
          title="Change price"
          aria-label={`Change price of ${panel.name}, now ${formatMoney(price)}`}
          className="-mx-1.5 min-h-6 rounded-md px-1.5 tabular-nums underline decoration-control decoration-dotted underline-offset-4 hover:bg-hover print:no-underline"
        >
          {formatMoney(price)}
        </button>
      }
    >
      {(trigger) => <PricePanel trigger={trigger} {...panel} />}
    </LateOverlay>
  );
}
