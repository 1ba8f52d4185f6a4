'use client';
import { CircleX, ClipboardPen, Printer, RotateCcw, TriangleAlert, Truck } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { lazy, Suspense, useRef, useState } from 'react';
import { HeadActs } from '@/components/ui/base/head-acts';
import type { MoreAct } from '@/components/ui/base/more-menu-items';
import { PhoneBar } from '@/components/ui/base/phone-bar';
import { useShortcuts } from '@/components/ui/base/use-shortcuts';
import { errorText } from '@/components/ui/forms/error-text';
import { reasonOf } from '@/components/ui/forms/failure';
import { useViewer } from '@/components/ui/providers/viewer';
import { useCorrectable } from './correctable';
import { useSellerActs } from './seller-acts';
import type { SideRules } from './side-rules';
import { StepBar } from './step-bar';
import { type ForwardStep, mayCancel } from './steps';
import type { Order, OrderHistory, Receipt, Return } from './types';
import { UndoButton } from './undo-button';
import { useOrderAgain } from './use-order-again';
import { useStep } from './use-step';

const ReceiveDialog = lazy(() => import('./receive-dialog').then((m) => ({ default: m.ReceiveDialog })));
const ShipDialog = lazy(() => import('./ship-dialog').then((m) => ({ default: m.ShipDialog })));
const ReturnDialog = lazy(() => import('./return-dialog').then((m) => ({ default: m.ReturnDialog })));
const CreditOfOrder = lazy(() => import('./credit-of-order').then((m) => ({ default: m.CreditOfOrder })));
const CancelDialog = lazy(() => import('./cancel-dialog').then((m) => ({ default: m.CancelDialog })));

/** `problem` is the check-in again, for what was found after it was received. */
type Opened = 'receive' | 'problem' | 'ship' | 'credit' | Return;

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
  const [cancelling, setCancelling] = useState(false);
  const [dialog, setDialog] = useState<Opened | null>(null);
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

  const orderAgain = useOrderAgain(order);
  /** What a button does, with what the last one was rejected for gone. */
  const afresh =
    <A extends unknown[]>(act: (...args: A) => void) =>
    (...args: A) => {
      onRefused(null);
      act(...args);
    };

  const sellers = useSellerActs(order, rules.side === 'wholesaler', {
    onCredit: () => setDialog('credit'),
    onCount: setDialog,
  });
  const acts: (MoreAct | false)[] = [
    mayCancel(rules, order.status) &&
      can('cancel:orders') && { label: 'Cancel order', icon: CircleX, act: () => setCancelling(true) },
    rules.side === 'retailer' &&
      can('create:orders') && { label: 'Order again', icon: RotateCcw, act: orderAgain },
    ...sellers,
    ...(correctable === null ? [] : ofReceipt(rules.side, setDialog)),
    ...(mayMove
      ? otherWays(step.to, {
          onShip: () => setDialog('ship'),
          onPrint: afresh(() => take({ detail: 0 }, true)),
        })
      : []),
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
        <StepBar
          step={step}
          pending={pending}
          primary={primary}
          onAnyway={overdrawn === order.status ? afresh(takeOnCredit) : null}
          onTake={afresh((event) => {
            if (step.to === 'delivered') setDialog('receive');
            else take(event);
          })}
        />
      )}
      <OpenDialog
        open={dialog}
        order={order}
        side={rules.side}
        receipt={correctable?.receipt ?? null}
        onClose={() => setDialog(null)}
      />
      <Suspense>{cancelling && <CancelDialog order={order} open onOpenChange={setCancelling} />}</Suspense>
    </>
  );
}

/** What may be done with a receipt that can be corrected. */
const ofReceipt = (side: SideRules['side'], open: (dialog: Opened) => void): (MoreAct | false)[] => [
  { label: 'Correct receipt', icon: ClipboardPen, act: () => open('receive') },
  side === 'retailer' && { label: 'Report a problem', icon: TriangleAlert, act: () => open('problem') },
];

/** How a step may be taken beside its button. */
const otherWays = (
  to: ForwardStep['to'],
  { onShip, onPrint }: { onShip: () => void; onPrint: () => void },
): (MoreAct | false)[] => [
  to === 'shipped' && { label: 'Ship with driver', icon: Truck, act: onShip },
  to === 'accepted' && { label: 'Accept and print', icon: Printer, act: onPrint },
];

function OpenDialog({
  open,
  onClose,
  ...of
}: {
  open: Opened | null;
  order: Order;
  side: SideRules['side'];
  receipt: Receipt | null;
  onClose: () => void;
}) {
  return (
    <Suspense>
      {(open === 'receive' || open === 'problem') && (
        <ReceiveDialog {...of} reports={open === 'problem'} onClose={onClose} />
      )}
      {open === 'ship' && <ShipDialog order={of.order} onClose={onClose} />}
      {open === 'credit' && of.order.invoice && (
        <CreditOfOrder invoiceId={of.order.invoice.id} onClose={onClose} />
      )}
      {open !== null && typeof open === 'object' && (
        <ReturnDialog order={of.order} returned={open} onClose={onClose} />
      )}
    </Suspense>
  );
}
