'use client';
import { type FormEvent, useId, useState } from 'react';
import { Button } from '@/components/ui/base/button';
import { Dialog } from '@/components/ui/base/dialog';
import { showDone } from '@/components/ui/base/toast';
import { formatMoney } from '@/components/ui/format';
import { errorTextOf } from '@/components/ui/forms/error-text';
import { FormAlert } from '@/components/ui/forms/form-alert';
import { useLeaving } from '@/components/ui/forms/use-leaving';
import { trpc } from '@/components/ui/providers/trpc';
import { fillOldest, oldestFirst, type Parts, restOf, withPart } from './allocation';
import { AllocationRows, Rest } from './allocation-table';
import { openInvoicesOf } from './inputs';

/** Money of a customer that settles nothing yet: of a payment or a credit note. */
export interface Unapplied {
  kind: 'payment' | 'credit_note';
  id: string;
  /** Such as "Check 1042" or "CRN-0000001". */
  name: string;
  /** In US dollars. */
  left: number;
  customer: { id: string; name: string };
}

/** Applies what is left of a payment or a credit note to open invoices. @param invoiceId the one to settle first */
export function ApplyDialog({
  money: { kind, id, name, left, customer },
  invoiceId,
  onClose,
}: {
  money: Unapplied;
  invoiceId?: string;
  onClose: () => void;
}) {
  const formId = useId();
  const [chosen, setChosen] = useState<Parts | null>(null);
  const [tried, setTried] = useState(false);
  const ofPayment = trpc.payments.allocate.useMutation();
  const ofCredit = trpc.creditNotes.allocate.useMutation();
  const apply = kind === 'payment' ? ofPayment : ofCredit;
  const open = trpc.invoices.list.useQuery(openInvoicesOf(customer.id));
  const listed = oldestFirst(open.data?.data ?? []);
  const first = listed.filter((one) => one.id === invoiceId);
  const invoices = [...first, ...listed.filter((one) => one.id !== invoiceId)];
  const parts = chosen ?? fillOldest(left, first.length > 0 ? first : invoices);
  const rest = restOf(left, parts);
  const nothing = parts.size === 0;
  const { leave, question } = useLeaving({ touched: chosen !== null, pending: apply.isPending, onClose });
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (apply.isPending || nothing || rest < 0) return;
    const allocations = [...parts].map(([invoice_id, amount]) => ({ invoice_id, amount }));
    try {
      await apply.mutateAsync({ id, allocations });
      showDone(`Applied ${formatMoney(left - rest)}`, rest > 0 ? `${formatMoney(rest)} is unapplied` : name);
      onClose();
    } catch {
      // Its text is above the rows.
    }
  };
  return (
    <>
      <Dialog
        open
        onOpenChange={leave}
        title={`Apply ${name}`}
        description={`${formatMoney(left)} of ${customer.name} is unapplied. Change an amount to decide what it settles.`}
        footer={
          <>
            <div className="w-full">
              <Rest rest={rest} beyond="Applied beyond what is left" />
            </div>
            <Button onClick={leave}>Cancel</Button>
            <Button
              type="submit"
              form={formId}
              variant="primary"
              disabled={invoices.length === 0}
              pending={apply.isPending}
            >
              Apply
            </Button>
          </>
        }
      >
        <form id={formId} onSubmit={submit} className="flex flex-col gap-4" noValidate>
          <FormAlert
            message={
              errorTextOf(apply.error ?? open.error) ??
              (tried && nothing ? 'Enter what to apply first.' : undefined)
            }
          />
          <AllocationRows
            invoices={invoices}
            loading={open.isPending}
            parts={parts}
            onChange={(invoice, part) => setChosen(withPart(parts, invoice, part))}
          />
        </form>
      </Dialog>
      {question}
    </>
  );
}
