'use client';
import { Button } from '@/components/ui/base/button';
import { showError } from '@/components/ui/forms/show-error';
import { ReceiveButton } from './receive-button';
import type { SideRules } from './side-rules';
import type { OrderSummary } from './types';
import { UndoButton } from './undo-button';
import { useStep } from './use-step';

/** The row's next step, when it is this side's turn. Its state changes when the server has said so; accepting can be undone first. */
export function NextStepButton({
  order,
  rules,
  onDone,
}: {
  order: OrderSummary;
  rules: SideRules;
  onDone: () => void;
}) {
  const { step, take, undo, pending } = useStep(order, rules, {
    onRefused: (error) => showError(`${order.order_number} was not changed`, error),
    onSettled: onDone,
  });
  if (undo) return <UndoButton label={`Undo accepting ${order.order_number}`} onUndo={undo} />;
  if (!step) return null;
  if (step.to === 'delivered') {
    return <ReceiveButton order={order} rules={rules} label={step.label} onDone={onDone} />;
  }
  return (
    <Button
      size="sm"
      data-shortcut="a"
      pending={pending}
      aria-label={`${step.label} ${order.order_number}`}
      onClick={take}
    >
      {step.label}
    </Button>
  );
}
