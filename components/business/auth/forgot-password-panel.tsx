'use client';
import { useState } from 'react';
import * as z from 'zod/mini';
import { Form } from '@/components/ui/forms/form';
import { MailOff } from '@/components/ui/forms/mail-off';
import { SubmitButton } from '@/components/ui/forms/submit-button';
import { TextField } from '@/components/ui/forms/text-field';
import { useServerForm } from '@/components/ui/forms/use-server-form';
import { AuthPanel } from './auth-panel';
import { publicCall } from './public-call';
import { TextLink } from './text-link';

const Request = z.object({
  email: z.string().check(z.trim(), z.email('Enter your email address')),
});

/** Requests a password link; says the same whether or not the email has an account. */
export function ForgotPasswordPanel({ isMailOff }: { isMailOff: boolean }) {
  const [sentTo, setSentTo] = useState<string | null>(null);
  return sentTo ? (
    <AuthPanel
      title="Check your email"
      description={`If ${sentTo} has an account, we sent it a link to reset the password. The link works once, for one hour.`}
    >
      {isMailOff && <MailOff what="the link" />}
      <p className={isMailOff ? 'mt-4 text-sm' : 'text-sm'}>
        <TextLink href="/sign-in">Back to sign-in</TextLink>
      </p>
    </AuthPanel>
  ) : (
    <AuthPanel title="Forgot your password?" description="We'll email you a link to reset it.">
      {isMailOff && <MailOff what="the link" />}
      <RequestForm onSent={setSentTo} />
      <p className="mt-4 text-sm">
        <TextLink href="/sign-in">Back to sign-in</TextLink>
      </p>
    </AuthPanel>
  );
}

function RequestForm({ onSent }: { onSent: (email: string) => void }) {
  const form = useServerForm({
    schema: Request,
    onSubmit: async ({ email }) => {
      await publicCall.auth.requestReset.mutate({ email });
      onSent(email);
    },
  });
  return (
    <Form form={form}>
      <TextField
        name="email"
        label="Email"
        type="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
      />
      <SubmitButton pending={form.pending}>Send link</SubmitButton>
    </Form>
  );
}
