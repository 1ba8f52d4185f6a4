'use client';
import { ConfirmDialog } from '@/components/ui/base/confirm-dialog';
import { showDone } from '@/components/ui/base/toast';
import { errorText } from '@/components/ui/forms/error-text';
import { FormAlert } from '@/components/ui/forms/form-alert';
import { trpc } from '@/components/ui/providers/trpc';
import type { Draft } from './types';

export type Closing = 'decline' | 'delete' | 'withdraw';

const TEXTS: Record<Closing, { verb: string; noun: string; done: string; says: (draft: Draft) => string }> = {
  decline: {
    verb: 'Decline',
    noun: 'quote',
    done: 'Quote declined',
    says: () => "It can't be accepted after that.",
  },
  delete: { verb: 'Delete', noun: 'draft', done: 'Draft deleted', says: () => "This can't be undone." },
  withdraw: {
    verb: 'Withdraw',
    noun: 'quote',
    done: 'Quote withdrawn',
    says: ({ retailer }) => `${retailer.name} can no longer accept it. You can copy it to a new draft.`,
  },
};

/** Asks before a draft or quote comes to its end. */
export function ClosingDialog({
  draft,
  act,
  onDone,
  onClose,
}: {
  draft: Draft;
  act: Closing;
  onDone?: () => void;
  onClose: () => void;
}) {
  const decline = trpc.drafts.decline.useMutation();
  const remove = trpc.drafts.delete.useMutation();
  const withdraw = trpc.drafts.withdraw.useMutation();
  const call = { decline, delete: remove, withdraw }[act];
  const { verb, noun, done, says } = TEXTS[act];
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={`${verb} ${noun}`}
      description={says(draft)}
      confirmLabel={`${verb} ${noun}`}
      cancelLabel={`Keep ${noun}`}
      onConfirm={async () => {
        await call.mutateAsync({ id: draft.id });
        showDone(done);
        onDone?.();
      }}
    >
      <FormAlert message={call.error ? errorText(call.error) : undefined} />
    </ConfirmDialog>
  );
}
