'use client';
import { FormDialog } from '@/components/ui/forms/form-dialog';
import { useServerForm } from '@/components/ui/forms/use-server-form';
import { EndpointFields } from './endpoint-fields';
import { EndpointValues } from './endpoint-values';
import type { EventChoice } from './types';

/** The form of an endpoint. @param onSubmit rejects with the server's error, which appears at its field */
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
  const form = useServerForm({ schema: EndpointValues, defaultValues: before, onSubmit });
  return (
    <FormDialog form={form} title={title} submitLabel={submitLabel} onClose={onClose}>
      <EndpointFields choices={choices} />
    </FormDialog>
  );
}
