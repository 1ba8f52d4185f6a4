'use client';
import { useState } from 'react';
import { Checkbox } from '@/components/ui/base/checkbox';
import { Field } from '@/components/ui/base/field';
import { trpc } from '@/components/ui/providers/trpc';
import { taxRulesInput } from './detail-inputs';

/** The taxes that orders of a customer don't have: of the business's rules, those that are ticked. */
export function Exemptions({
  exempt,
  editable,
  onSave,
}: {
  exempt: readonly string[];
  editable: boolean;
  onSave: (ids: string[]) => Promise<void>;
}) {
  const { data } = trpc.taxRules.list.useQuery(taxRulesInput);
  const [saving, setSaving] = useState<string | null>(null);
  const rules = (data?.data ?? []).filter(({ id }) => editable || exempt.includes(id));
  if (rules.length === 0) return null;
  return (
    <fieldset>
      <legend className="font-medium">Exempt from</legend>
      <div className="mt-2 flex flex-col gap-2">
        {rules.map(({ id, name }) =>
          editable ? (
            <Field key={id} layout="inline" label={name}>
              <Checkbox
                className="mt-0.5"
                checked={exempt.includes(id) !== (saving === id)}
                disabled={saving !== null}
                onCheckedChange={async (checked) => {
                  setSaving(id);
                  await onSave(checked ? [...exempt, id] : exempt.filter((one) => one !== id));
                  setSaving(null);
                }}
              />
            </Field>
          ) : (
            <p key={id}>{name}</p>
          ),
        )}
      </div>
    </fieldset>
  );
}
