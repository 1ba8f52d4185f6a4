import { cn } from '@/components/ui/base/class-names';
import { formatMoney } from '@/components/ui/format';
import { SubmitButton } from '@/components/ui/forms/submit-button';

/** What of a payment is applied, and the button that records it, in view while the invoices scroll. */
export function AppliedBar({
  kind,
  paid,
  rest,
  overdrawn,
  pending,
  className,
}: {
  kind: 'payment' | 'refund';
  /** In US dollars, as the rest of it. */
  paid: number;
  rest: number;
  overdrawn: boolean;
  pending: boolean;
  className?: string;
}) {
  const applied = Math.round((paid - rest) * 100) / 100;
  return (
    <section
      aria-label="Applied"
      className={cn(
        'sticky bottom-4 z-20 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-lg border border-border bg-raised p-3 shadow-lg max-md:bottom-18',
        className,
      )}
    >
      <p role="status" className={cn('tabular-nums', overdrawn && 'font-medium text-destructive')}>
        {kind === 'payment' && (
          <>
            <span className="font-semibold">
              Applied {formatMoney(applied)} of {formatMoney(paid)}
            </span>
            {rest !== 0 && (
              <span className={cn('block text-sm', !overdrawn && 'text-muted')}>
                {overdrawn
                  ? `${formatMoney(-rest)} beyond the payment`
                  : `${formatMoney(rest)} stays unapplied`}
              </span>
            )}
          </>
        )}
      </p>
      <SubmitButton pending={pending}>{kind === 'refund' ? 'Record refund' : 'Record payment'}</SubmitButton>
    </section>
  );
}
