'use client';
import { ChevronDown, Printer } from 'lucide-react';
import { lazy } from 'react';
import { Button } from '@/components/ui/base/button';
import { LateOverlay } from '@/components/ui/base/late-overlay';
import { MOST_PRINTED } from './pdf';
import type { OrderSummary } from './types';

const load = () => import('./print-menu-items');
const PrintMenuItems = lazy(() => load().then((m) => ({ default: m.PrintMenuItems })));

/** Documents of the selected orders, each kind as one PDF. */
export function PrintMenu({ orders }: { orders: readonly OrderSummary[] }) {
  if (orders.length === 0) return null;
  if (orders.length > MOST_PRINTED) {
    return <p className="text-muted text-sm">Select up to {MOST_PRINTED} orders to print them.</p>;
  }
  return (
    <LateOverlay
      kind="menu"
      load={load}
      trigger={
        <Button size="sm">
          <Printer aria-hidden />
          Print
          <ChevronDown aria-hidden />
        </Button>
      }
    >
      {(trigger) => <PrintMenuItems trigger={trigger} orders={orders} />}
    </LateOverlay>
  );
}
