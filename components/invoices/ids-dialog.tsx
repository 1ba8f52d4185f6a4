'use client';
import * as z from 'zod/mini';
import { ExternalIdFields } from '@/components/external-ids/fields';
import { externalIds, idRows, idsPatch } from '@/components/external-ids/values';
import { FormDialog } from '@/components/forms/form-dialog';
import { useServerForm } from '@/components/forms/use-server-form';
import { trpc } from '@/components/providers/trpc';
import { showDone } from '@/components/ui/toast';
import type { Invoice } from './types';

const Values = z.object({ external_ids: externalIds });

/** Changes what the business's other systems call an invoice. */
export function IdsDialog({ invoice, onClose }: { invoice: Invoice; onClose: () => void }) {
  const update = trpc.invoices.update.useMutation();
  const before = idRows(invoice.external_ids);
  const form = useServerForm({
    schema: Values,
    defaultValues: { external_ids: before },
    onSubmit: async (values) => {
      await update.mutateAsync({ id: invoice.id, external_ids: idsPatch(before, values.external_ids) });
      showDone('Ids saved', invoice.number);
      onClose();
    },
  });
  return (
    <FormDialog form={form} title={`Ids of ${invoice.number}`} submitLabel="Save" onClose={onClose}>
      <ExternalIdFields />
    </FormDialog>
  );
}
