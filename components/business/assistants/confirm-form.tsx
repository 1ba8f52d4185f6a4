'use client';
import { Card } from '@/components/ui/base/card';
import { Form } from '@/components/ui/forms/form';
import { SubmitButton } from '@/components/ui/forms/submit-button';
import { SettingFields, useSettingsForm } from '../settings-form';
import type { Entity } from '../types';

/** How what assistants planned is confirmed. */
export function ConfirmForm({ entity }: { entity: Entity }) {
  const form = useSettingsForm(entity, ['assistants'], 'Confirmation saved');
  return (
    <Form form={form}>
      <Card
        title="Confirmation"
        description="For every assistant of your business. Assistants and API keys can't change it."
        footer={<SubmitButton pending={form.pending}>Save confirmation</SubmitButton>}
      >
        <SettingFields card="assistants" />
      </Card>
    </Form>
  );
}
