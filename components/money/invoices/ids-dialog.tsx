'use client';
import * as z from 'zod/mini';
import { ExternalIdFields } from '@/components/catalog/external-ids/fields';
import { externalIds, idRows, idsPatch } from '@/components/catalog/external-ids/values';
import { showDone } from '@/components/ui/base/toast';
import { FormDialog } from '@/components/ui/forms/form-dialog';
import { useServerForm } from '@/components/ui/forms/use-server-form';
import { trpc } from '@/components/ui/providers/trpc';
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
