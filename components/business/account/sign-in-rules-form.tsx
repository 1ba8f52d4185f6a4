'use client';
import * as z from 'zod/mini';
import { Card } from '@/components/ui/base/card';
import { showDone } from '@/components/ui/base/toast';
import { CheckboxField } from '@/components/ui/forms/fields';
import { Form } from '@/components/ui/forms/form';
import { NumberField } from '@/components/ui/forms/number-field';
import { SubmitButton } from '@/components/ui/forms/submit-button';
import { useServerForm } from '@/components/ui/forms/use-server-form';
import { trpc } from '@/components/ui/providers/trpc';
import type { Entity } from './types';

const within = (min: number, max: number) =>
  z
    .number(`Enter ${min} to ${max}`)
    .check(
      z.int('Enter a whole number'),
      z.minimum(min, `Enter ${min} to ${max}`),
      z.maximum(max, `Enter ${min} to ${max}`),
    );
const Rules = z.object({
  require_mfa: z.boolean(),
  mfa_grace_days: within(0, 30),
  session_days: within(1, 30),
  session_idle_hours: within(1, 336),
});

/** Changes how members of the business sign in; calls `onSaved` with the rules stored. */
export function SignInRulesForm({ entity, onSaved }: { entity: Entity; onSaved: () => void }) {
  const update = trpc.entity.update.useMutation();
  const { require_mfa, mfa_grace_days, session_days, session_idle_hours } = entity.settings;
  const form = useServerForm({
    schema: Rules,
    values: { require_mfa, mfa_grace_days, session_days, session_idle_hours },
    onSubmit: async (settings) => {
      await update.mutateAsync({ settings });
      showDone('Sign-in rules saved');
      onSaved();
    },
  });
  return (
    <Form form={form}>
      <Card
        title="Sign-in rules of your business"
        description="They apply to every member immediately, including those who are signed in. API keys keep working."
        footer={<SubmitButton pending={form.pending}>Save rules</SubmitButton>}
      >
        <div className="flex flex-col gap-5">
          <CheckboxField
            name="require_mfa"
            label="Require a second factor"
            hint="A passkey, or a code from an authenticator app. Without one, members can only set one up."
          />
          <NumberField
            name="mfa_grace_days"
            label="Time to set one up"
            hint="Starts on the day you require it. Enter 0 to require it immediately."
            suffix="days"
            className="sm:max-w-48"
          />
          <NumberField name="session_days" label="Sign out after" suffix="days" className="sm:max-w-48" />
          <NumberField
            name="session_idle_hours"
            label="Sign out without use after"
            suffix="hours"
            className="sm:max-w-48"
          />
        </div>
      </Card>
    </Form>
  );
}
