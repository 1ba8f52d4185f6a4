'use client';
import * as z from 'zod/mini';
import { showDone } from '@/components/ui/base/toast';
import { FormDialog } from '@/components/ui/forms/form-dialog';
import { TextField } from '@/components/ui/forms/text-field';
import { useServerForm } from '@/components/ui/forms/use-server-form';
import { trpc } from '@/components/ui/providers/trpc';
import type { SavedView } from './types';
import { viewQueryOf } from './view-address';

const Values = z.object({
  name: z
    .string()
    .check(z.trim(), z.minLength(1, 'Enter a name'), z.maxLength(80, 'Use at most 80 characters')),
});

/** Names the list as it is filtered and sorted now; with `view`, renames that one. */
export function SaveViewDialog({
  list,
  view,
  onClose,
}: {
  list: string;
  view?: SavedView;
  onClose: () => void;
}) {
  const create = trpc.views.create.useMutation();
  const update = trpc.views.update.useMutation();
  const form = useServerForm({
    schema: Values,
    defaultValues: { name: view?.name ?? '' },
    onSubmit: async ({ name }) => {
      if (view) await update.mutateAsync({ id: view.id, name });
      else await create.mutateAsync({ list, name, query: viewQueryOf(window.location.search) });
      showDone(view ? 'View renamed' : 'View saved');
      onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      size="sm"
      title={view ? `Rename ${view.name}` : 'Save view'}
      description={view ? undefined : 'Keeps the current search, filters and sort. Only you see it.'}
      submitLabel={view ? 'Rename view' : 'Save view'}
      onClose={onClose}
    >
      <TextField name="name" label="Name" required maxLength={80} autoComplete="off" />
    </FormDialog>
  );
}
