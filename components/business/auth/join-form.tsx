'use client';
import * as z from 'zod/mini';
import { Field } from '@/components/ui/base/field';
import { Input } from '@/components/ui/base/input';
import { Form } from '@/components/ui/forms/form';
import { NewPasswordField } from '@/components/ui/forms/password-field';
import { SubmitButton } from '@/components/ui/forms/submit-button';
import { TextField } from '@/components/ui/forms/text-field';
import { useServerForm } from '@/components/ui/forms/use-server-form';
import { type DeadLink, deadLinkOf } from './dead-link';
import { ChosenPassword, PASSWORD_HINT } from './password-rule';

const Joining = z.object({
  name: z
    .string()
    .check(z.trim(), z.minLength(1, 'Enter your name'), z.maxLength(200, 'Use at most 200 characters')),
  password: ChosenPassword,
});

/** Name and password of a new member. */
export function JoinForm({
  email,
  onSubmit,
  onDead,
}: {
  email: string;
  onSubmit: (values: { name: string; password: string }) => Promise<void>;
  /** The invitation can no longer be accepted, or the email belongs to another member. */
  onDead: (state: DeadLink | 'taken') => void;
}) {
  const form = useServerForm({
    schema: Joining,
    retryField: 'password',
    onSubmit: async (values) => {
      await onSubmit(values);
      return 'leaving';
    },
    onError: (error) => {
      const state = deadLinkOf(error, { CONFLICT: 'taken' });
      if (state) onDead(state);
      return state !== null;
    },
  });
  return (
    <Form form={form}>
      <Field label="Email">
        <Input type="email" autoComplete="username" readOnly value={email} />
      </Field>
      <TextField name="name" label="Your name" autoComplete="name" />
      <NewPasswordField label="Password" hint={PASSWORD_HINT} />
      <SubmitButton pending={form.pending}>Join</SubmitButton>
    </Form>
  );
}
