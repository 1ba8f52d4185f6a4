import { Check, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { cn } from './class-names';

export type Step = {
  key: string;
  label: string;
  state: 'done' | 'current' | 'upcoming' | 'stopped';
  detail?: ReactNode;
};

const SPOKEN = { done: 'done', current: 'now', upcoming: 'to come', stopped: 'stopped here' };

/** How far something has come along its way; upright on a phone, level where there is room. */
export function Stepper({ label, steps }: { label: string; steps: readonly Step[] }) {
  return (
    <div className="@container">
      <ol aria-label={label} className="flex flex-col @lg:flex-row">
        {steps.map((step, index) => (
          <li
            key={step.key}
            aria-current={step.state === 'current' ? 'step' : undefined}
            className="relative flex min-w-0 flex-1 gap-3 pb-5 last:pb-0 @lg:flex-col @lg:last:flex-none @lg:gap-2 @lg:pb-0"
          >
            {index < steps.length - 1 && (
              <span
                aria-hidden
                className={cn(
                  'absolute top-6 bottom-0 left-[11px] w-0.5 @lg:top-[11px] @lg:right-0 @lg:bottom-auto @lg:left-6 @lg:h-0.5 @lg:w-auto',
                  step.state === 'done' ? 'bg-primary' : 'bg-border',
                )}
              />
            )}
            <span
              className={cn(
                'z-10 grid size-6 shrink-0 place-items-center rounded-full border-2 font-semibold text-xs tabular-nums',
                step.state === 'done' && 'border-primary bg-primary text-on-primary',
                step.state === 'current' && 'border-primary bg-surface text-link',
                step.state === 'upcoming' && 'border-border bg-surface text-muted',
                step.state === 'stopped' && 'border-destructive bg-destructive text-on-destructive',
              )}
            >
              {step.state === 'done' ? (
                <Check aria-hidden strokeWidth={3} className="size-3.5" />
              ) : step.state === 'stopped' ? (
                <X aria-hidden strokeWidth={3} className="size-3.5" />
              ) : (
                <span aria-hidden>{index + 1}</span>
              )}
            </span>
            <div className="min-w-0 @lg:pr-4">
              <p className={cn('font-medium', step.state === 'upcoming' && 'font-normal text-muted')}>
                {step.label} <span className="sr-only">({SPOKEN[step.state]})</span>
              </p>
              {step.detail && <div className="text-muted text-sm">{step.detail}</div>}
            </div>
          </li>
        ))}
      </ol>
    </div>
  );
}
