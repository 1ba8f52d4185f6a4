'use client';
import { type MouseEvent, useRef } from 'react';
import { trpc } from '@/components/providers/trpc';
import { showDone } from '@/components/ui/toast';
import type { SideRules } from './side-rules';
import { forwardStep } from './steps';
import type { Order } from './types';

/**
 * The step forward that this side may take now, null when it is not its turn; `take` sends it once. `pending` lasts
 * until the page shows the new state.
 */
export function useStep(
  order: Pick<Order, 'id' | 'status'>,
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
  const move = trpc.orders.updateStatus.useMutation({
    onSuccess: (moved) => {
      showDone(`${moved.order_number} ${step?.done ?? ''}`);
      if (then.current) onTaken?.();
    },
    onError: onRefused,
    onSettled: () => {
      running.current = false;
      onSettled?.();
    },
  });
  const take = (event: MouseEvent, goesOn = false) => {
    // After a quick response, the second click of a double click would take the next step.
    if (!step || running.current || event.detail > 1) return;
    running.current = true;
    then.current = goesOn;
    move.mutate({ id: order.id, status: step.to });
  };
  return { step, take, pending: move.isPending };
}
