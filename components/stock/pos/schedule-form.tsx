'use client';
import { SettingFields, useSettingsForm } from '@/components/business/settings-form';
import type { Entity } from '@/components/business/types';
import { Card } from '@/components/ui/base/card';
import { Form } from '@/components/ui/forms/form';
import { SaveBar } from '@/components/ui/forms/save-bar';

/** How often each POS is synced. */
export function ScheduleForm({ entity }: { entity: Entity }) {
  const form = useSettingsForm(entity, ['syncs'], 'Settings saved');
  const isAutomatic = form.form.watch('auto_sync') === true;
  return (
    <>
      <Form form={form} locked>
        <Card
          title="Scheduled syncs"
          description="Each connected location is synced incrementally, on its own schedule."
        >
          <SettingFields
            card="syncs"
            hints={isAutomatic ? {} : { sync_frequency: 'Takes effect when automatic sync is on.' }}
          />
        </Card>
      </Form>
      <SaveBar form={form} />
    </>
  );
}
