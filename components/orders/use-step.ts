'use client';
import { type MouseEvent, useRef } from 'react';
import { showDone } from '@/components/ui/base/toast';
import { trpc } from '@/components/ui/providers/trpc';
import { useRefresh } from '@/components/ui/providers/use-refresh';
import { accept, undoAccepting, useAccepting } from './accepting';
import type { SideRules } from './side-rules';
import { forwardStep } from './steps';
import type { Order } from './types';

/**
 * The step forward that this side may take now, null when it is not its turn; `take` sends it once, but never a delivery, which
 * takes a receipt. `pending` lasts until the page shows the new state. Accepting is sent after 8 s, in which `undo` takes it back.
 */
export function useStep(
  order: Pick<Order, 'id' | 'order_number' | 'status'>,
  rules: SideRules,
  {
    onRefused,
    onSettled,
    onTaken,
  }: {
    onRefused: (error: unknown) => void;
    onSettled?: () => void;
    /** After a step that was taken by `take(event, true)`. */
    onTaken?: () => void;
  },
) {
  // State would let a second press through before the next render.
  const running = useRef(false);
  const then = useRef(false);
  const step = forwardStep(rules, order.status);
  const accepting = useAccepting(order.id);
  const refresh = useRefresh();
  const check = trpc.orders.updateStatus.useMutation({ meta: { refresh: 'later' } });
  const move = trpc.orders.updateStatus.useMutation({
    onSuccess: (moved) => {
      showDone(`${moved.order_number} ${step && 'done' in step ? step.done : ''}`);
      if (then.current) onTaken?.();
    },
    onError: onRefused,
    onSettled: () => {
      running.current = false;
      onSettled?.();
    },
  });
  const take = (event: Pick<MouseEvent, 'detail'>, goesOn = false) => {
    // After a quick response, the second click of a double click would take the next step.
    if (!step || step.to === 'delivered' || running.current || event.detail > 1) return;
    running.current = true;
    then.current = goesOn;
    if (step.to === 'accepted' && !goesOn) void acceptLater();
    else move.mutate({ id: order.id, status: step.to });
  };
  // What would be rejected is rejected at once: the rest waits for its undo to lapse.
  const acceptLater = async () => {
    const { id } = order;
    try {
      await check.mutateAsync({ id, status: 'accepted', expected_status: 'pending', dry_run: true });
      accept([order], async () => {
        await refresh('order.updated');
        onSettled?.();
      });
    } catch (error) {
      onRefused(error);
      await refresh('order.updated');
    } finally {
      running.current = false;
    }
  };
  return {
    step: accepting ? null : step,
    take,
    /** Takes it at once, beyond the customer's credit limit. */
    takeOnCredit: () => {
      if (!step || step.to === 'delivered' || running.current) return;
      running.current = true;
      then.current = false;
      move.mutate({ id: order.id, status: step.to, override: ['credit'] });
    },
    /** Undoes the step that was taken, while that is possible. */
    undo: accepting === 'waiting' ? undoAccepting : null,
    pending: move.isPending || check.isPending,
  };
}
