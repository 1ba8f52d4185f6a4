'use client';
import { type ServerForm, useServerForm } from '@/components/forms/use-server-form';
import { trpc } from '@/components/providers/trpc';
import { showDone } from '@/components/ui/toast';
import { BusinessValues, businessPatch, businessValues, fieldOf } from './business-values';
import type { Entity } from './types';

/** The form of the business, of which a page shows some fields. @param done what a notice says once it is saved */
export function useBusinessForm(entity: Entity, done: string): ServerForm<BusinessValues> {
  const update = trpc.entity.update.useMutation();
  const saved = businessValues(entity);
  const form: ServerForm<BusinessValues> = useServerForm({
    schema: BusinessValues,
    values: saved,
    fieldOf,
    onSubmit: async (values) => {
      form.form.reset(businessValues(await update.mutateAsync(businessPatch(saved, values))));
      showDone(done);
    },
  });
  return form;
}
