import type { ReactNode } from 'react';
import { PageHeader } from '@/components/ui/base/page-header';
import { type Step, Stepper } from '@/components/ui/base/stepper';

/** A task of several steps over the full width; the card of a step keeps its totals in view by `stickyFooter`. */
export function FlowPage({
  steps,
  stepsLabel,
  children,
  ...head
}: Parameters<typeof PageHeader>[0] & {
  /** None before the first one is known. */
  steps: readonly Step[];
  /** Names the steps for assistive technology. */
  stepsLabel: string;
  children: ReactNode;
}) {
  return (
    <>
      <PageHeader {...head} />
      {steps.length > 0 && (
        <div className="mb-6 print:hidden">
          <Stepper label={stepsLabel} steps={steps} />
        </div>
      )}
      {children}
    </>
  );
}
