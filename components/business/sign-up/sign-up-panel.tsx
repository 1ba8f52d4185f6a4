'use client';
import { lazy, Suspense, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { AuthPanel } from '@/components/business/auth/auth-panel';
import { publicCall } from '@/components/business/auth/public-call';
import { TextLink } from '@/components/business/auth/text-link';
import { BusinessGroup } from '@/components/business/setup/business-group';
import { Group } from '@/components/business/setup/group';
import {
  fieldOf,
  NEW_BUSINESS,
  SIGN_UP_STEPS,
  SignUpValues,
  signUpInput,
} from '@/components/business/setup/setup-values';
import { Form } from '@/components/ui/forms/form';
import { MailOff } from '@/components/ui/forms/mail-off';
import { SubmitButton } from '@/components/ui/forms/submit-button';
import { TextField } from '@/components/ui/forms/text-field';
import { useServerForm } from '@/components/ui/forms/use-server-form';

// The list of states comes with the second step.
const LocationGroup = lazy(() =>
  import('@/components/business/setup/location-group').then((m) => ({ default: m.LocationGroup })),
);

// With its checkbox the page would be beyond its budget.
const TellSellersField = lazy(() =>
  import('@/components/partners/claims/tell-sellers-field').then((m) => ({ default: m.TellSellersField })),
);

/** A new business asks for an account; the page says the same whatever is known about its email or license. */
export function SignUpPanel({ isMailOff }: { isMailOff: boolean }) {
  const [sentTo, setSentTo] = useState<string | null>(null);
  if (sentTo) {
    return (
      <AuthPanel
        title="Check your email"
        description={`We sent a link to ${sentTo}. Open it within 24 hours to choose a password.`}
      >
        {isMailOff && <MailOff what="the link" />}
        <p className={isMailOff ? 'mt-4 text-sm' : 'text-sm'}>
          <TextLink href="/sign-in">Back to sign-in</TextLink>
        </p>
      </AuthPanel>
    );
  }
  return (
    <AuthPanel
      wide
      title="Create your business"
      description="Three short steps. We'll email you a link to choose a password."
    >
      {isMailOff && <MailOff what="the link" />}
      <SignUpForm onSent={setSentTo} />
      <p className="mt-4 text-sm">
        Have an account? <TextLink href="/sign-in">Sign in</TextLink>
      </p>
    </AuthPanel>
  );
}

function SignUpForm({ onSent }: { onSent: (email: string) => void }) {
  const form = useServerForm({
    schema: SignUpValues,
    defaultValues: NEW_BUSINESS,
    fieldOf,
    onSubmit: async (values) => {
      await publicCall.entity.signUp.request.mutate(signUpInput(values));
      onSent(values.email);
    },
  });
  const values = useWatch({ control: form.form.control });
  const isFilled = (step: (typeof SIGN_UP_STEPS)[number]) => step.every((name) => values[name]?.trim());
  const done = SIGN_UP_STEPS.findIndex((step) => !isFilled(step));
  const filled = done < 0 ? SIGN_UP_STEPS.length : done;
  // A step that began stays, also where a field of an earlier one is emptied.
  const [begun, setBegun] = useState(0);
  if (filled > begun) setBegun(filled);
  return (
    <Form form={form} className="flex flex-col gap-6">
      <BusinessGroup title="1. Your business" />
      <Suspense>{begun > 0 && <LocationGroup title="2. First location" />}</Suspense>
      {begun > 1 && (
        <>
          <Group title="3. Your account">
            <TextField name="owner_name" label="Your name" autoComplete="name" />
            <TextField name="email" label="Email" type="email" autoComplete="username" />
          </Group>
          <Suspense>
            <TellSellersField />
          </Suspense>
          <p className="text-muted text-sm">
            Others see your business as unverified until its license has been checked.
          </p>
          <SubmitButton pending={form.pending} className="sm:self-end">
            Create account
          </SubmitButton>
        </>
      )}
      {begun < 2 && (
        <p role="status" className="text-muted text-sm">
          {begun === 0 ? 'Next: your first location' : 'Next: your account'}
        </p>
      )}
    </Form>
  );
}
