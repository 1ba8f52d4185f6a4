'use client';
import { lazy, Suspense, useState } from 'react';
import { Button } from '@/components/ui/base/button';
import type { SideRules } from './side-rules';
import type { OrderSummary } from './types';

const CheckIn = lazy(() => import('./check-in').then((m) => ({ default: m.CheckIn })));

/** Opens the check-in of an order where it is listed: a tap alone receives nothing. */
export function ReceiveButton({
  order,
  rules,
  label,
  onDone,
}: {
  order: Pick<OrderSummary, 'id' | 'order_number'>;
  rules: SideRules;
  label: string;
  onDone: () => void;
}) {
  const [open, setOpen] = useState(false);
  const [loading, setLoading] = useState(false);
  const close = () => {
    setOpen(false);
    setLoading(false);
  };
  return (
    <>
      <Button
        size="sm"
        data-shortcut="a"
        pending={loading}
        aria-label={`${label} ${order.order_number}`}
        onClick={() => {
          setOpen(true);
          setLoading(true);
        }}
      >
        {label}
      </Button>
      <Suspense>
        {open && (
          <CheckIn
            order={order}
            side={rules.side}
            onRead={() => setLoading(false)}
            onClose={close}
            onDone={onDone}
          />
        )}
      </Suspense>
    </>
  );
}
