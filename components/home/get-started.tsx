import { Circle, CircleCheck } from 'lucide-react';
import type { Overview } from '@/components/home/reports/types';
import { Button } from '@/components/ui/base/button';
import { Card } from '@/components/ui/base/card';
import { Link } from '@/components/ui/base/link';
import { HideSetup } from './hide-setup';
import type { Step } from './starts';

/** A business that is older has begun otherwise, even where a step is open. */
const SETUP_MS = 90 * 86_400_000;

/** @param createdAt when the business began, as a timestamp */
export const isYoung = (createdAt: string): boolean => Date.now() - Date.parse(createdAt) < SETUP_MS;

/** Without any order in two periods a business may be setting itself up. */
export const isNew = ({ figures: { orders } }: Overview): boolean =>
  orders.current === 0 && orders.previous === 0;

/** Without stock, too, every figure would be a zero. */
export const isEmpty = (overview: Overview): boolean => isNew(overview) && overview.inventory.units === 0;

const LINK = 'rounded-sm text-link underline-offset-4 hover:underline';

/** The steps of setting up a business, each ticked once it is done. */
export function GetStarted({ steps }: { steps: readonly Step[] }) {
  const done = steps.filter((step) => step.done).length;
  const next = steps.find((step) => !step.done);
  return (
    <Card
      title="Let's set up your business"
      description={
        steps.length > 0
          ? `${done} of ${steps.length} done`
          : 'Orders, units and stock at cost appear here once your business has stock or an order.'
      }
      action={done > 0 && <HideSetup />}
    >
      {steps.length > 0 && (
        <>
          <progress
            aria-label="Steps done"
            value={done}
            max={steps.length}
            className="setup-progress mb-4 block h-1.5 w-full"
          />
          <ol className="divide-y divide-border">
            {steps.map((step) => (
              <li key={step.href} className="flex flex-wrap items-center gap-x-3 gap-y-2 py-3 last:pb-0">
                {step.done ? (
                  <CircleCheck aria-hidden className="size-5 shrink-0 text-primary" />
                ) : (
                  <Circle aria-hidden className="size-5 shrink-0 text-muted" />
                )}
                <span className="min-w-0 flex-1 basis-48">
                  {step.done ? (
                    <span className="text-muted">
                      {step.label}
                      <span className="sr-only"> (done)</span>
                    </span>
                  ) : (
                    <>
                      <span className="font-medium">{step.label}</span>
                      <span className="block text-muted text-sm">{step.hint}</span>
                    </>
                  )}
                </span>
                {!step.done && (
                  <span className="flex flex-wrap items-center gap-x-4 gap-y-2 max-md:ml-8">
                    {step.or && (
                      <Link href={step.or.href} className={LINK}>
                        {step.or.label}
                      </Link>
                    )}
                    <Button asChild size="sm" variant={step === next ? 'primary' : undefined}>
                      <Link href={step.href}>
                        Start<span className="sr-only">: {step.label}</span>
                      </Link>
                    </Button>
                  </span>
                )}
              </li>
            ))}
          </ol>
        </>
      )}
    </Card>
  );
}
