'use client';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { optionsOf } from '@/components/stock/inventory/labels';
import { showDone } from '@/components/ui/base/toast';
import { formatDate } from '@/components/ui/format';
import { CheckboxField, SelectField } from '@/components/ui/forms/fields';
import { FormDialog } from '@/components/ui/forms/form-dialog';
import { NumberField } from '@/components/ui/forms/number-field';
import { TextField } from '@/components/ui/forms/text-field';
import { useServerForm } from '@/components/ui/forms/use-server-form';
import { trpc } from '@/components/ui/providers/trpc';
import { CategoryToggles } from './category-toggles';
import { BASIS, BUYER } from './labels';
import { SamplePreview } from './sample-preview';
import { NEW_TAX, presetValues, TaxValues, taxFields, taxValues } from './tax-values';
import type { TaxPreset, TaxRule } from './types';

const PAIR = 'grid items-start gap-4 sm:grid-cols-2';
const UNITS = ['oz', 'lb', 'g', 'kg'].map((value) => ({ value, label: value }));

/** Adds a tax rule, blank or from a preset, or changes one. @param rule null for a new one */
export function TaxDialog({ rule, onClose }: { rule: TaxRule | null; onClose: () => void }) {
  // What the form began with: the rule below may be refetched meanwhile.
  const [before] = useState(() => (rule ? taxValues(rule) : NEW_TAX));
  const create = trpc.taxRules.create.useMutation();
  const update = trpc.taxRules.update.useMutation();
  const presets = trpc.taxPresets.list.useQuery({ limit: 100 }, { enabled: rule === null });
  const form = useServerForm({
    schema: TaxValues,
    defaultValues: before,
    onSubmit: async (values) => {
      const fields = taxFields(values);
      const saved = rule
        ? await update.mutateAsync({ id: rule.id, ...fields })
        : await create.mutateAsync(fields);
      showDone(rule ? 'Tax rule saved' : 'Tax rule added', saved.name);
      onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      title={rule ? `Edit ${rule.name}` : 'Add tax rule'}
      size="lg"
      submitLabel={rule ? 'Save' : 'Add tax rule'}
      onClose={onClose}
    >
      {rule === null && (
        <PresetField
          presets={presets.data?.data ?? []}
          onChoose={(preset) =>
            form.form.reset(preset ? presetValues(preset, form.form.getValues()) : NEW_TAX, {
              keepDefaultValues: true,
            })
          }
        />
      )}
      <TaxFields />
      <SamplePreview />
    </FormDialog>
  );
}

/** Begins with a state's tax, and says where its rate comes from. */
function PresetField({
  presets,
  onChoose,
}: {
  presets: readonly TaxPreset[];
  onChoose: (preset: TaxPreset | null) => void;
}) {
  const key = useWatch<TaxValues, 'preset'>({ name: 'preset' });
  const find = (wanted: string) => presets.find((preset) => preset.key === wanted) ?? null;
  const chosen = find(key);
  return (
    <div>
      <SelectField
        name="preset"
        label="Start with"
        options={[
          { value: '', label: 'A blank rule' },
          ...presets.map(({ key: value, name }) => ({ value, label: name })),
        ]}
        onChange={(event: { target: { value: string } }) => onChoose(find(event.target.value))}
      />
      {chosen && (
        <p className="mt-2 text-muted text-sm">
          {chosen.note} Rate as of {formatDate(chosen.as_of)}:{' '}
          <a
            className="wrap-anywhere text-link underline"
            href={chosen.source}
            target="_blank"
            rel="noreferrer"
          >
            source
          </a>
          . Check it with your accountant: it never changes by itself.
        </p>
      )}
    </div>
  );
}

function TaxFields() {
  const basis = useWatch<TaxValues, 'basis'>({ name: 'basis' });
  return (
    <>
      <div className={PAIR}>
        <TextField
          name="name"
          label="Name"
          hint="Shown on orders and invoices."
          required
          autoComplete="off"
        />
        <SelectField name="basis" label="Charged as" options={optionsOf(BASIS)} />
        {basis === 'percent' ? (
          <NumberField name="rate" label="Rate" required decimals={4} suffix="%" />
        ) : (
          <NumberField name="amount" label="Amount" required money />
        )}
        {basis === 'weight' && <SelectField name="weight_unit" label="Per" options={UNITS} />}
      </div>
      <CategoryToggles />
      {basis === 'percent' && (
        <CheckboxField
          name="include_freight"
          label="Also tax freight and fees"
          hint="The whole freight of an order with these goods."
        />
      )}
      <div className={PAIR}>
        <SelectField
          name="buyers"
          label="Buyers"
          options={[{ value: 'all', label: 'All buyers' }, ...optionsOf(BUYER)]}
        />
        <SelectField
          name="use"
          label="Market"
          hint="By the license of the premises that receive."
          options={[
            { value: 'any', label: 'Any' },
            { value: 'adult', label: 'Adult-use' },
            { value: 'medical', label: 'Medical' },
          ]}
        />
        <TextField
          name="states"
          label="States (optional)"
          hint="Of the premises that receive, such as NV, CA. Leave empty for all."
          autoComplete="off"
          fieldClassName="sm:col-span-2"
        />
        <TextField name="starts_on" label="First day (optional)" type="date" autoComplete="off" />
        <TextField name="ends_on" label="Last day (optional)" type="date" autoComplete="off" />
      </div>
    </>
  );
}
