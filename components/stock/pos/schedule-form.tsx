'use client';
import { Card } from '@/components/ui/base/card';
import { showDone } from '@/components/ui/base/toast';
import { changedFields } from '@/components/ui/forms/changed-fields';
import { CheckboxField, SelectField } from '@/components/ui/forms/fields';
import { Form } from '@/components/ui/forms/form';
import { SaveBar } from '@/components/ui/forms/save-bar';
import { useServerForm } from '@/components/ui/forms/use-server-form';
import { trpc } from '@/components/ui/providers/trpc';
import { FREQUENCY, ScheduleValues, scheduleValues } from './schedule-values';
import type { Settings, SyncFrequency } from './types';

const FREQUENCIES = (Object.keys(FREQUENCY) as SyncFrequency[]).map((value) => ({
  value,
  label: FREQUENCY[value],
}));

/** How often each POS is synced. */
export function ScheduleForm({ settings }: { settings: Settings }) {
  const update = trpc.entity.update.useMutation();
  const saved = scheduleValues(settings);
  const form = useServerForm({
    schema: ScheduleValues,
    values: saved,
    onSubmit: async (values) => {
      const entity = await update.mutateAsync({ settings: changedFields(saved, values) });
      form.form.reset(scheduleValues(entity.settings));
      showDone('Settings saved');
    },
  });
  const auto = form.form.watch('auto_sync');
  return (
    <>
      <Form form={form} locked>
        <Card
          title="Scheduled syncs"
          description="Each connected location is synced incrementally, on its own schedule."
        >
          <div className="flex flex-col gap-4">
            <CheckboxField
              name="auto_sync"
              label="Sync automatically"
              hint="When off, locations sync only when you start a sync."
            />
            <SelectField
              name="sync_frequency"
              label="Frequency"
              hint={auto ? undefined : 'Takes effect when automatic sync is on.'}
              options={FREQUENCIES}
              className="sm:max-w-72"
            />
          </div>
        </Card>
      </Form>
      <SaveBar form={form} />
    </>
  );
}
