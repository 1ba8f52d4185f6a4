'use client';
import { changedFields } from '@/components/forms/changed-fields';
import { CheckboxField, NumberField, SelectField } from '@/components/forms/fields';
import { Form } from '@/components/forms/form';
import { SaveBar } from '@/components/forms/save-bar';
import { useServerForm } from '@/components/forms/use-server-form';
import { trpc } from '@/components/providers/trpc';
import { Card } from '@/components/ui/card';
import { showDone } from '@/components/ui/toast';
import { LowNote } from './low-note';
import { FREQUENCY, MOST_UNITS, SettingsValues, settingsValues } from './settings-values';
import type { Settings, SyncFrequency } from './types';

const FREQUENCIES = (Object.keys(FREQUENCY) as SyncFrequency[]).map((value) => ({
  value,
  label: FREQUENCY[value],
}));

/** When stock counts as low, and how often each POS is synced. */
export function SettingsForm({ settings }: { settings: Settings }) {
  const update = trpc.entity.update.useMutation();
  const saved = settingsValues(settings);
  const form = useServerForm({
    schema: SettingsValues,
    values: saved,
    onSubmit: async (values) => {
      const changed = { ...changedFields(saved, values) };
      const entity = await update.mutateAsync({
        settings: { ...changed, low_stock_threshold: changed.low_stock_threshold ?? undefined },
      });
      form.form.reset(settingsValues(entity.settings));
      showDone('Settings saved');
    },
  });
  const [threshold, auto] = form.form.watch(['low_stock_threshold', 'auto_sync']);
  return (
    <>
      <Form form={form} locked className="flex flex-col gap-5">
        <Card
          title="Low stock"
          description="A variant is low when a location's vault and sales floor together have less available than this."
        >
          <NumberField
            name="low_stock_threshold"
            label="Threshold"
            hint={<LowNote threshold={threshold} changed={threshold !== saved.low_stock_threshold} />}
            min={0}
            max={MOST_UNITS}
            suffix="units"
            className="sm:max-w-48"
          />
        </Card>
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
