'use client';
import { useState } from 'react';
import { Button } from '@/components/ui/base/button';
import { showDone } from '@/components/ui/base/toast';
import { formatMoney } from '@/components/ui/format';
import { reasonOf } from '@/components/ui/forms/failure';
import { showError } from '@/components/ui/forms/show-error';
import { trpc } from '@/components/ui/providers/trpc';
import type { Remittance } from './types';

/**
 * Records the payment that a customer says it sent, or declines it. One like a payment that is recorded is asked about first.
 * @param of what the name of the button says beside its words
 */
export function Decide({
  remittance,
  of,
  onDecline,
  onDone,
}: {
  remittance: Pick<Remittance, 'id' | 'status' | 'amount'>;
  of?: string;
  onDecline?: () => void;
  onDone?: () => void;
}) {
  const { id, status, amount } = remittance;
  const [doubted, setDoubted] = useState(false);
  const record = trpc.remittances.record.useMutation({
    onSuccess: () => {
      showDone(`Payment of ${formatMoney(amount)} recorded`);
      onDone?.();
    },
    onError: (error) => {
      if (reasonOf(error) === 'possible_duplicate') setDoubted(true);
      else void showError("Couldn't record it", error);
    },
  });
  if (status !== 'sent' && status !== 'declined') return null;
  return (
    <>
      {doubted && (
        <p role="alert" className="text-sm">
          A payment like it is recorded. Record this one, too?
        </p>
      )}
      <span className="flex flex-wrap gap-2 print:hidden">
        <Button
          size="sm"
          variant={onDecline ? 'primary' : undefined}
          pending={record.isPending}
          onClick={() => record.mutate({ id, ...(doubted && { confirm_duplicate: true }) })}
        >
          {doubted ? 'Record anyway' : 'Record payment'}
          {of && <span className="sr-only"> of {of}</span>}
        </Button>
        {status === 'sent' && onDecline && (
          <Button size="sm" onClick={onDecline}>
            Decline
          </Button>
        )}
      </span>
    </>
  );
}
