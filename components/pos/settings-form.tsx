'use client';
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useId } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { FormAlert } from '@/components/products/form-alert';
import { focusFirstError, showServerErrors } from '@/components/products/server-errors';
import { trpc } from '@/components/providers/trpc';
import { useInvalidateSyncs } from '@/components/syncs/invalidate';
import { Card } from '@/components/ui/card';
import { Checkbox } from '@/components/ui/checkbox';
import { Field } from '@/components/ui/field';
import { NumberInput } from '@/components/ui/number-input';
import { Select } from '@/components/ui/select';
import { showDone } from '@/components/ui/toast';
import { useHydrated } from '@/components/ui/use-hydrated';
import { LowNote } from './low-note';
import { SaveBar } from './save-bar';
import {
  FREQUENCY,
  fieldOf,
  MOST_UNITS,
  SettingsValues,
  settingsPatch,
  settingsValues,
} from './settings-values';
import type { Settings, SyncFrequency } from './types';

const FREQUENCIES = (Object.keys(FREQUENCY) as SyncFrequency[]).map((value) => ({
  value,
  label: FREQUENCY[value],
}));

/** The low-stock threshold and the sync schedule. */
export function SettingsForm({ settings }: { settings: Settings }) {
  const formId = useId();
  const hydrated = useHydrated();
  const invalidate = useInvalidateSyncs();
  const update = trpc.entity.update.useMutation();
  const saved = settingsValues(settings);
  const form = useForm({
    resolver: standardSchemaResolver(SettingsValues),
    mode: 'onTouched',
    values: saved,
    resetOptions: { keepDirtyValues: true },
    shouldFocusError: false,
  });
  const { errors, isDirty, isSubmitting } = form.formState;
  const threshold = form.watch('low_stock_threshold');
  const auto = form.watch('auto_sync');
  const submit = form.handleSubmit(
    async (values) => {
      try {
        const entity = await update.mutateAsync({ settings: settingsPatch(saved, values) });
        form.reset(settingsValues(entity.settings));
        showDone('Settings saved');
        await invalidate();
      } catch (error) {
        showServerErrors(form, error, { fieldOf });
        focusFirstError(formId);
      }
    },
    () => focusFirstError(formId),
  );
  return (
    <>
      <form id={formId} onSubmit={submit} method="post" noValidate>
        <fieldset
          disabled={!hydrated}
          // Looks final while it loads, to avoid a flash of gray.
          className="flex flex-col gap-5 [&_:disabled]:cursor-auto! [&_:disabled]:opacity-100!"
        >
          <FormAlert message={errors.root?.message} />
          <Card
            title="Low stock"
            description="A variant is low when a location's vault and sales floor together have less available than this."
          >
            <Controller
              control={form.control}
              name="low_stock_threshold"
              render={({ field }) => (
                <Field
                  label="Threshold"
                  error={errors.low_stock_threshold?.message}
                  hint={<LowNote threshold={threshold} changed={threshold !== saved.low_stock_threshold} />}
                >
                  <NumberInput
                    name={field.name}
                    value={field.value}
                    onValueChange={field.onChange}
                    onBlur={field.onBlur}
                    min={0}
                    max={MOST_UNITS}
                    suffix="units"
                    className="sm:max-w-48"
                  />
                </Field>
              )}
            />
          </Card>
          <Card
            title="Scheduled syncs"
            description="Each connected location is synced incrementally, on its own schedule."
          >
            <div className="flex flex-col gap-4">
              <Field
                layout="inline"
                label="Sync automatically"
                error={errors.auto_sync?.message}
                hint="When off, locations sync only when you start a sync."
              >
                <Checkbox {...form.register('auto_sync')} />
              </Field>
              <Controller
                control={form.control}
                name="sync_frequency"
                render={({ field }) => (
                  <Field
                    label="Frequency"
                    error={errors.sync_frequency?.message}
                    hint={auto ? undefined : 'Takes effect when automatic sync is on.'}
                  >
                    <Select
                      name={field.name}
                      options={FREQUENCIES}
                      value={field.value}
                      onValueChange={field.onChange}
                      onBlur={field.onBlur}
                      className="sm:max-w-72"
                    />
                  </Field>
                )}
              />
            </div>
          </Card>
        </fieldset>
      </form>
      <SaveBar formId={formId} dirty={isDirty} pending={isSubmitting} onDiscard={() => form.reset(saved)} />
    </>
  );
}
