'use client';
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useId } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { FormAlert } from '@/components/products/form-alert';
import { FormDialog } from '@/components/products/form-dialog';
import { focusFirstError, showServerErrors } from '@/components/products/server-errors';
import { EndpointFields } from './endpoint-fields';
import { EndpointValues, fieldOf } from './endpoint-form';
import type { EventChoice } from './types';

/** The form of an endpoint. @param onSubmit rejects with the server's error, which is shown at its field */
export function EndpointFormDialog({
  title,
  submitLabel,
  before,
  choices,
  onSubmit,
  onClose,
}: {
  title: string;
  submitLabel: string;
  before: EndpointValues;
  choices: readonly EventChoice[];
  onSubmit: (values: EndpointValues) => Promise<void>;
  onClose: () => void;
}) {
  const formId = useId();
  const form = useForm({
    resolver: standardSchemaResolver(EndpointValues),
    mode: 'onTouched',
    defaultValues: before,
    shouldFocusError: false,
  });
  const { errors, isDirty, isSubmitting } = form.formState;
  const submit = form.handleSubmit(
    (values) =>
      onSubmit(values).catch((error) => {
        showServerErrors(form, error, { fieldOf });
        focusFirstError(formId);
      }),
    () => focusFirstError(formId),
  );
  return (
    <FormDialog
      title={title}
      formId={formId}
      submitLabel={submitLabel}
      dirty={isDirty}
      pending={isSubmitting}
      onClose={onClose}
    >
      <FormProvider {...form}>
        <form id={formId} onSubmit={submit} noValidate className="flex flex-col gap-4">
          <FormAlert message={errors.root?.message} />
          <EndpointFields choices={choices} />
        </form>
      </FormProvider>
    </FormDialog>
  );
}
