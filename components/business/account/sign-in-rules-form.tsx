'use client';
import { Card } from '@/components/ui/base/card';
import { Form } from '@/components/ui/forms/form';
import { SubmitButton } from '@/components/ui/forms/submit-button';
import { SettingFields, useSettingsForm } from '../settings-form';
import type { Entity } from '../types';

/** Changes how members of the business sign in; calls `onSaved` with the rules stored. */
export function SignInRulesForm({ entity, onSaved }: { entity: Entity; onSaved: () => void }) {
  const form = useSettingsForm(entity, ['sign-in'], 'Sign-in rules saved', onSaved);
  return (
    <Form form={form}>
      <Card
        title="Sign-in rules of your business"
        description="They apply to every member immediately, including those who are signed in. API keys keep working."
        footer={<SubmitButton pending={form.pending}>Save rules</SubmitButton>}
      >
        <SettingFields card="sign-in" />
      </Card>
    </Form>
  );
}
