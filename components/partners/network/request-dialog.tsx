'use client';
import * as z from 'zod/mini';
import { showDone } from '@/components/ui/base/toast';
import { TextareaField } from '@/components/ui/forms/fields';
import { FormDialog } from '@/components/ui/forms/form-dialog';
import { useServerForm } from '@/components/ui/forms/use-server-form';
import { trpc } from '@/components/ui/providers/trpc';
import type { Partners } from './partners';
import type { DirectoryEntry } from './types';

const LONGEST_MESSAGE = 1000;
const RequestValues = z.object({
  message: z
    .string()
    .check(z.trim(), z.maxLength(LONGEST_MESSAGE, `Use at most ${LONGEST_MESSAGE} characters`)),
});

/** Asks a business for a connection; if it had asked already, the two are connected. */
export function RequestDialog({
  target,
  partners,
  onClose,
}: {
  target: DirectoryEntry;
  partners: Partners;
  onClose: () => void;
}) {
  const request = trpc.entity.connections.request.useMutation();
  const form = useServerForm({
    schema: RequestValues,
    defaultValues: { message: '' },
    onSubmit: async ({ message }) => {
      const { status } = await request.mutateAsync({ entity_id: target.id, message: message || null });
      showDone(status === 'accepted' ? 'Connected' : 'Request sent', target.name);
      onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      title={`Connect with ${target.name}`}
      description={partners.benefit}
      submitLabel="Send request"
      onClose={onClose}
    >
      <TextareaField
        name="message"
        label="Message (optional)"
        hint="Who you are and what you'd like to trade."
        rows={4}
        autoFocus
      />
    </FormDialog>
  );
}
