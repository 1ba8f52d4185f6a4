'use client';
import * as z from 'zod/mini';
import { Form } from '@/components/ui/forms/form';
import { NewPasswordField } from '@/components/ui/forms/password-field';
import { SubmitButton } from '@/components/ui/forms/submit-button';
import { useServerForm } from '@/components/ui/forms/use-server-form';
import { type DeadLink, deadLinkOf } from './dead-link';
import { ChosenPassword, PASSWORD_HINT } from './password-rule';

const Chosen = z.object({ password: ChosenPassword });

/** A new password, with its rules before typing. */
export function NewPasswordForm({
  submitLabel,
  onSubmit,
  onDone,
  onDead,
}: {
  submitLabel: string;
  onSubmit: (password: string) => Promise<unknown>;
  onDone: () => void;
  /** The link has expired or was used. */
  onDead: (state: DeadLink) => void;
}) {
  const form = useServerForm({
    schema: Chosen,
    retryField: 'password',
    fieldOf: (path) => (path === 'new_password' ? 'password' : undefined),
    onSubmit: async ({ password }) => {
      await onSubmit(password);
      onDone();
    },
    onError: (error) => {
      const state = deadLinkOf(error);
      if (state) onDead(state);
      return state !== null;
    },
  });
  return (
    <Form form={form}>
      <NewPasswordField label="New password" hint={PASSWORD_HINT} />
      <SubmitButton pending={form.pending}>{submitLabel}</SubmitButton>
    </Form>
  );
}
