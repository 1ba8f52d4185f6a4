'use client';
import { ConfirmDialog } from '@/components/ui/base/confirm-dialog';
import { showDone } from '@/components/ui/base/toast';
import { errorTextOf } from '@/components/ui/forms/error-text';
import { FormAlert } from '@/components/ui/forms/form-alert';
import { trpc } from '@/components/ui/providers/trpc';
import type { TaxRule } from './types';

/** Deletes a tax rule. */
export function DeleteTaxRuleDialog({ rule, onClose }: { rule: TaxRule; onClose: () => void }) {
  const remove = trpc.taxRules.delete.useMutation();
  const confirm = async () => {
    await remove.mutateAsync({ id: rule.id });
    showDone('Tax rule deleted', rule.name);
  };
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Delete ${rule.name}?`}
      description="New orders no longer have this tax, and exemptions of customers from it end. Orders that were placed keep it."
      confirmLabel="Delete tax rule"
      cancelLabel="Keep tax rule"
      onConfirm={confirm}
    >
      <FormAlert message={errorTextOf(remove.error)} />
    </ConfirmDialog>
  );
}
