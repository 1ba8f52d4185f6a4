import type { MouseEvent, RefObject } from 'react';
import { Button } from '@/components/ui/base/button';
import { PhoneBar } from '@/components/ui/base/phone-bar';
import type { ForwardStep } from './steps';

/** The step forward of an order. */
export function StepBar({
  step,
  pending,
  primary,
  onTake,
  onAnyway,
}: {
  step: ForwardStep;
  pending: boolean;
  primary: RefObject<HTMLButtonElement | null>;
  onTake: (event: MouseEvent) => void;
  /** Takes it beyond the customer's credit limit; null unless it was rejected for that. */
  onAnyway: (() => void) | null;
}) {
  return (
    <PhoneBar>
      {onAnyway && (
        <Button pending={pending} onClick={() => onAnyway()}>
          {step.label} anyway
        </Button>
      )}
      <Button ref={primary} variant="primary" pending={pending} onClick={onTake}>
        {!pending && <step.icon aria-hidden />}
        {step.label}
      </Button>
    </PhoneBar>
  );
}
