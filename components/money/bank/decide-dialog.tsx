'use client';
import { useState } from 'react';
import { PayerField } from '@/components/money/payments/payer-field';
import { Badge } from '@/components/ui/base/badge';
import { Button } from '@/components/ui/base/button';
import { Dialog } from '@/components/ui/base/dialog';
import { showDone } from '@/components/ui/base/toast';
import { formatDate, formatMoney } from '@/components/ui/format';
import { showError } from '@/components/ui/forms/show-error';
import { trpc } from '@/components/ui/providers/trpc';
import { becauseText, lineName, proposalText, restText, SURE } from './labels';
import type { BankLine, Proposal } from './types';

/** A line with the invoices beside it: every match, or a customer that is looked up. */
export function DecideDialog({ line, onClose }: { line: BankLine; onClose: () => void }) {
  const call = trpc.bank.lines.confirm.useMutation();
  const [payer, setPayer] = useState<{ id: string; name: string } | null>(null);
  const confirm = (body: Proposal['confirm']) =>
    call.mutate(
      { id: line.id, ...body, ...(line.possible_duplicate_of && { confirm_duplicate: true }) },
      {
        onError: (error) => showError(`Not confirmed: ${lineName(line)}`, error),
        onSuccess: () => {
          showDone(`Confirmed ${lineName(line)}`);
          onClose();
        },
      },
    );
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`What is ${formatMoney(line.amount)}?`}
      description={`${formatDate(line.posted_on)} · ${line.text}${line.reference ? ` · ${line.reference}` : ''}`}
    >
      {line.possible_duplicate_of && (
        <p className="mb-4 text-sm">
          A file of another form has a line of this day and amount. Confirm it only if it is other money.
        </p>
      )}
      <ul className="flex flex-col gap-3">
        {line.proposals.map((proposal) => (
          <li
            key={JSON.stringify(proposal.confirm)}
            className="flex flex-wrap items-center justify-between gap-3 rounded-lg border border-border p-3"
          >
            <Proposed proposal={proposal} line={line} />
            <Button size="sm" pending={call.isPending} onClick={() => confirm(proposal.confirm)}>
              Confirm<span className="sr-only"> {proposalText(proposal)}</span>
            </Button>
          </li>
        ))}
      </ul>
      {line.amount > 0 && (
        <div className="mt-4 flex flex-col gap-3">
          <PayerField onPick={({ customer }) => setPayer(customer)} />
          {payer && (
            <Button
              variant="primary"
              pending={call.isPending}
              onClick={() =>
                confirm({
                  payments: [{ customer_id: payer.id, amount: line.amount }],
                })
              }
            >
              Record {formatMoney(line.amount)} from {payer.name}
            </Button>
          )}
        </div>
      )}
    </Dialog>
  );
}

function Proposed({ proposal, line }: { proposal: Proposal; line: BankLine }) {
  const { label, tone, icon } = SURE[proposal.sure];
  const rest = restText(proposal, line);
  return (
    <div className="min-w-0 flex-1 basis-48">
      <p className="flex flex-wrap items-center gap-2 font-medium">
        <Badge tone={tone} icon={icon}>
          {label}
        </Badge>
        <span className="wrap-anywhere">{proposal.customer?.name}</span>
      </p>
      <p className="text-muted text-sm">{becauseText(proposal)}</p>
      {proposal.invoices.map(({ id, number, due_on, balance }) => (
        <p key={id} className="flex justify-between gap-4 text-sm tabular-nums">
          <span className="wrap-anywhere">
            {number} · due {formatDate(due_on)}
          </span>
          <span>{formatMoney(balance)}</span>
        </p>
      ))}
      {proposal.invoices.length === 0 && <p className="text-sm">{proposalText(proposal)}</p>}
      {rest && <p className="text-muted text-sm">{rest}</p>}
    </div>
  );
}
