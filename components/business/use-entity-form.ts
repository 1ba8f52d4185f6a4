'use client';
import type { FieldValues } from 'react-hook-form';
import { showDone } from '@/components/ui/base/toast';
import { type ServerForm, useServerForm } from '@/components/ui/forms/use-server-form';
import { trpc } from '@/components/ui/providers/trpc';
import type { Entity, EntityPatch } from './types';

type Forms<Values extends FieldValues> = Parameters<typeof useServerForm<Values>>[0];

/** A form of some fields of the business. @param done what a notice says once it is saved */
export function useEntityForm<Values extends FieldValues>(
  entity: Entity,
  {
    schema,
    valuesOf,
    patchOf,
    done,
    onSaved,
  }: Pick<Forms<Values>, 'schema'> & {
    valuesOf: (entity: Entity) => Values;
    patchOf: (before: Values, after: Values) => EntityPatch;
    done: string;
    onSaved?: (() => void) | undefined;
  },
): ServerForm<Values> {
  const update = trpc.entity.update.useMutation();
  const saved = valuesOf(entity);
  const form: ServerForm<Values> = useServerForm<Values>({
    schema,
    values: saved,
    onSubmit: async (values) => {
      form.form.reset(valuesOf(await update.mutateAsync(patchOf(saved, values))));
      showDone(done);
      onSaved?.();
    },
  });
  return form;
}
