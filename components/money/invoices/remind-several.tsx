'use client';
import { MailCheck } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/components/ui/base/button';
import { ConfirmDialog } from '@/components/ui/base/confirm-dialog';
import { showDone, showFailure } from '@/components/ui/base/toast';
import { formatCount } from '@/components/ui/format';
import { errorText } from '@/components/ui/forms/error-text';
import { trpc } from '@/components/ui/providers/trpc';
import type { Invoice } from './types';

/** Mails each customer of overdue invoices once what it owes, after a question that says to how many. */
export function RemindSeveral({ invoices }: { invoices: readonly Invoice[] }) {
  const [asking, setAsking] = useState(false);
  const send = trpc.customers.sendStatement.useMutation();
  const customers = [
    ...new Map(invoices.filter(({ overdue }) => overdue).map(({ buyer }) => [buyer.id, buyer])).values(),
  ];
  if (customers.length === 0) return null;
  const whom = formatCount(customers.length, 'customer');
  const remind = async () => {
    const failed: string[] = [];
    // Sequentially: each mail is counted, and one that isn't sent hides no other.
    for (const { id, name } of customers)
      await send.mutateAsync({ id }).catch((error) => failed.push(`${name}: ${errorText(error)}`));
    const sent = customers.length - failed.length;
    if (sent > 0) showDone(`${formatCount(sent, 'statement')} sent`);
    if (failed.length > 0)
      showFailure(`${formatCount(failed.length, 'customer')} not reminded`, failed.slice(0, 3).join(' '));
  };
  return (
    <>
      <Button size="sm" onClick={() => setAsking(true)}>
        <MailCheck aria-hidden />
        Remind
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={`Remind ${whom}?`}
        description="Each gets a statement of the last 30 days with what is overdue, once, at its contact email."
        confirmLabel={`Remind ${whom}`}
        cancelLabel="Don't remind"
        destructive={false}
        onConfirm={remind}
      />
    </>
  );
}
