'use client';
import { CircleX, ClipboardPen, Printer, RotateCcw, Truck } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { lazy, Suspense, useRef, useState } from 'react';
import { cartOf } from '@/components/cart/cart';
import { sayAdded } from '@/components/cart/say-added';
import { useCart } from '@/components/cart/use-cart';
import { errorText } from '@/components/forms/error-text';
import { reasonOf } from '@/components/forms/failure';
import { useViewer } from '@/components/providers/viewer';
import { Button } from '@/components/ui/button';
import { HeadActs } from '@/components/ui/head-acts';
import type { MoreAct } from '@/components/ui/more-menu-items';
import { PhoneBar } from '@/components/ui/phone-bar';
import { showFailure } from '@/components/ui/toast';
import { useShortcuts } from '@/components/ui/use-shortcuts';
import { useCorrectable } from './correctable';
import type { SideRules } from './side-rules';
import { mayCancel } from './steps';
import type { Order, OrderHistory } from './types';
import { UndoButton } from './undo-button';
import { useStep } from './use-step';

const ReceiveDialog = lazy(() => import('./receive-dialog').then((m) => ({ default: m.ReceiveDialog })));
const ShipDialog = lazy(() => import('./ship-dialog').then((m) => ({ default: m.ShipDialog })));
const CancelDialog = lazy(() => import('./cancel-dialog').then((m) => ({ default: m.CancelDialog })));

/** What this member may do with the order now: at most one primary step, canceling, ordering again. */
export function OrderActions({
  order,
  rules,
  history,
  onRefused,
}: {
  order: Order;
  rules: SideRules;
  history: OrderHistory['data'];
  onRefused: (text: string | null) => void;
}) {
  const { can } = useViewer();
  const router = useRouter();
  const { cart, put } = useCart();
  const [cancelling, setCancelling] = useState(false);
  const [dialog, setDialog] = useState<'receive' | 'ship' | null>(null);
  const primary = useRef<HTMLButtonElement>(null);
  // The status that the step was rejected in, for what the customer owes.
  const [overdrawn, setOverdrawn] = useState<Order['status'] | null>(null);
  const { step, take, takeOnCredit, undo, pending } = useStep(order, rules, {
    onRefused: (error) => {
      onRefused(errorText(error));
      setOverdrawn(reasonOf(error) === 'credit_limit' && can('update:terms') ? order.status : null);
    },
    onTaken: () => router.push(`/orders/${order.id}/packing-slip`),
  });
  const correctable = useCorrectable(order, rules, history);
  const mayMove = step !== null && can('update:orders');
  useShortcuts({ a: () => primary.current?.click() }, mayMove);

  const orderAgain = () => {
    const lines = order.items.map(({ product_id, variant_id, product_name, sku, unit_price, quantity }) => ({
      product_id,
      variant_id,
      product_name,
      variant_name: null,
      sku,
      unit_price,
      quantity,
    }));
    // To where it went, unless the cart goes elsewhere already.
    const there = cartOf(cart, order.wholesaler.id);
    const delivery = there?.location_id ? {} : { location_id: order.receiving_location_id };
    if (!put(order.wholesaler, lines, delivery)) {
      showFailure('The cart is full', 'One order takes 200 items. Place what is in the cart first.');
      return;
    }
    sayAdded(there?.lines, lines);
    router.push('/cart');
  };

  const acts: (MoreAct | false)[] = [
    mayCancel(rules, order.status) &&
      can('cancel:orders') && { label: 'Cancel order', icon: CircleX, act: () => setCancelling(true) },
    rules.side === 'retailer' &&
      can('create:orders') && { label: 'Order again', icon: RotateCcw, act: orderAgain },
    correctable !== null && {
      label: 'Correct receipt',
      icon: ClipboardPen,
      act: () => setDialog('receive'),
    },
    mayMove &&
      step.to === 'shipped' && { label: 'Ship with driver', icon: Truck, act: () => setDialog('ship') },
    mayMove &&
      step.to === 'accepted' && {
        label: 'Accept and print',
        icon: Printer,
        act: () => {
          onRefused(null);
          take({ detail: 0 }, true);
        },
      },
  ];

  return (
    <>
      <HeadActs acts={acts} />
      {undo && (
        <PhoneBar>
          <UndoButton label="Undo accepting" onUndo={undo} />
        </PhoneBar>
      )}
      {mayMove && (
        <PhoneBar>
          {overdrawn === order.status && (
            <Button
              pending={pending}
              onClick={() => {
                onRefused(null);
                takeOnCredit();
              }}
            >
              {step.label} anyway
            </Button>
          )}
          <Button
            ref={primary}
            variant="primary"
            pending={pending}
            onClick={(event) => {
              onRefused(null);
              if (step.to === 'delivered') setDialog('receive');
              else take(event);
            }}
          >
            {!pending && <step.icon aria-hidden />}
            {step.label}
          </Button>
        </PhoneBar>
      )}
      <Suspense>
        {dialog === 'receive' && (
          <ReceiveDialog
            order={order}
            side={rules.side}
            receipt={correctable?.receipt ?? null}
            onClose={() => setDialog(null)}
          />
        )}
        {dialog === 'ship' && <ShipDialog order={order} onClose={() => setDialog(null)} />}
      </Suspense>
      <Suspense>{cancelling && <CancelDialog order={order} open onOpenChange={setCancelling} />}</Suspense>
    </>
  );
}
