'use client';
import { ConfirmDialog } from '@/components/ui/base/confirm-dialog';
import { showDone } from '@/components/ui/base/toast';
import { showError } from '@/components/ui/forms/show-error';
import { trpc } from '@/components/ui/providers/trpc';
import { CompareTable } from './compare-table';
import { comparedFacts } from './compared';
import { differences } from './labels';
import type { ClaimRow, Decision } from './types';

interface Words {
  title: string;
  description: string;
  label: string;
  cancel: string;
  done: string;
}

/** What each decision about a claim does, said before it is done. */
const WORDS: Record<Decision['act'], (row: ClaimRow) => Words> = {
  confirm: (row) => ({
    title: 'Confirm the claim?',
    description: `${row.claimant?.name ?? 'The claimant'} can then see what you have of ${row.name}, ${row.orders} orders among it, and merge it with its own business. ${differences(row)}.`,
    label: 'Confirm claim',
    cancel: 'Not now',
    done: 'Claim confirmed',
  }),
  reject: (row) =>
    row.role === 'seller'
      ? {
          title: 'Reject the claim?',
          description: `${row.name} stays as you entered it.`,
          label: 'Reject claim',
          cancel: 'Not now',
          done: 'Claim rejected',
        }
      : {
          title: "This isn't yours?",
          description: `${row.seller.name} keeps its records of ${row.name} and isn't notified. The offer comes back only if ${row.seller.name} invites you as that customer.`,
          label: 'Reject offer',
          cancel: 'Not now',
          done: 'Offer rejected',
        },
};

/** Asks before a claim is decided: the second act. */
export function DecisionDialog({
  decision: { row, act },
  onClose,
}: {
  decision: Decision;
  onClose: () => void;
}) {
  const confirm = trpc.claims.confirm.useMutation();
  const reject = trpc.claims.reject.useMutation();
  const words = WORDS[act](row);
  const confirms = act === 'confirm';
  const { data: customer } = trpc.customers.get.useQuery({ id: row.entity_id }, { enabled: confirms });
  const facts = comparedFacts(row, customer);
  const typed = confirms && facts.some(({ differs }) => differs) ? row.claimant?.name : undefined;
  const decide = async () => {
    try {
      await { confirm, reject }[act].mutateAsync({ id: row.id });
      showDone(words.done, row.name);
    } catch (error) {
      await showError("Couldn't decide the claim", error);
    }
    onClose();
  };
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={words.title}
      description={words.description}
      confirmLabel={words.label}
      cancelLabel={words.cancel}
      destructive={act === 'reject'}
      size={confirms ? 'md' : 'sm'}
      {...(typed !== undefined && { typedName: typed })}
      onConfirm={decide}
    >
      {confirms && <CompareTable facts={facts} />}
    </ConfirmDialog>
  );
}
