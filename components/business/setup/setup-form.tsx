'use client';
import { type DeadLink, deadLinkOf } from '@/components/business/auth/dead-link';
import { PASSWORD_HINT } from '@/components/business/auth/password-rule';
import { failureOf } from '@/components/ui/forms/failure';
import { Form } from '@/components/ui/forms/form';
import { NewPasswordField } from '@/components/ui/forms/password-field';
import { SubmitButton } from '@/components/ui/forms/submit-button';
import { TextField } from '@/components/ui/forms/text-field';
import { useServerForm } from '@/components/ui/forms/use-server-form';
import { BusinessFields } from './business-fields';
import { Group } from './group';
import { fieldOf, SetupValues, setupInput } from './setup-values';
import type { SetupInput } from './types';

/** The first business, its location and its owner. */
export function SetupForm({
  onSubmit,
  onDead,
}: {
  onSubmit: (values: SetupInput) => Promise<void>;
  /** The link has ended, or another user completed the setup. */
  onDead: (state: DeadLink | 'taken') => void;
}) {
  const form = useServerForm({
    schema: SetupValues,
    defaultValues: { type: 'retailer', license_expiry: '', state: '' },
    fieldOf,
    onSubmit: async (values) => {
      await onSubmit(setupInput(values));
      return 'leaving';
    },
    onError: (error) => {
      if (failureOf(error)?.code === 'RATE_LIMITED') return 'Too many attempts. Try again in an hour.';
      const state = deadLinkOf(error, { CONFLICT: 'taken' });
      if (state) onDead(state);
      return state !== null;
    },
  });
  return (
    <Form form={form} className="flex flex-col gap-6">
      <BusinessFields />
      <Group title="Your account">
        <TextField name="owner_name" label="Your name" autoComplete="name" />
        <TextField name="email" label="Email" type="email" autoComplete="username" />
        <NewPasswordField label="Password" hint={PASSWORD_HINT} fieldClassName="sm:col-span-2" />
      </Group>
      <SubmitButton pending={form.pending} className="sm:self-end">
        Create business
      </SubmitButton>
    </Form>
  );
}
