'use client';
import { useState } from 'react';
import { Controller, useFormContext } from 'react-hook-form';
import { AmountInput } from '@/components/catalog/goods/amount-input';
import { VariantPicker } from '@/components/stock/pos/syncs/variant-picker';
import { Button } from '@/components/ui/base/button';
import { Field } from '@/components/ui/base/field';
import { CheckboxField, SelectField } from '@/components/ui/forms/fields';
import { type AcceptValues, isShort } from './incoming';
import { ACCEPT_REASON, ACCEPT_REASONS } from './labels';
import type { Transfer } from './types';

const COUNTS = ['accepted', 'rejected', 'damaged'] as const;
const LABEL = { accepted: 'Accepted', rejected: 'Rejected', damaged: 'Damaged' };
const REASONS = [
  { value: '', label: 'No reason' },
  ...ACCEPT_REASONS.map((value) => ({ value, label: ACCEPT_REASON[value] })),
];

/** What came of a package, and which variant it is. @param index of its line in the form */
export function AcceptLine({ index, shipped }: { index: number; shipped: Transfer['packages'][number] }) {
  const { control, watch } = useFormContext<AcceptValues>();
  const line = watch(`lines.${index}`);
  const { package_tag: tag, item_name, received_quantity, shipped_quantity, unit, state } = shipped;
  const said = received_quantity ?? shipped_quantity;
  return (
    <li className="grid gap-3 rounded-lg border border-border p-3">
      <CheckboxField
        name={`lines.${index}.taken`}
        label={<span className="break-all">{tag}</span>}
        hint={[item_name, said === null ? null : `${said} ${unit ?? ''}`.trim(), state]
          .filter(Boolean)
          .join(', ')}
      />
      {line.taken && (
        <>
          <VariantOf index={index} tag={tag} />
          <div className="grid gap-3 sm:grid-cols-3">
            {COUNTS.map((name) => (
              <Controller
                key={name}
                control={control}
                name={`lines.${index}.${name}`}
                render={({ field: { onChange, ...field }, fieldState }) => (
                  <Field label={LABEL[name]} error={fieldState.error?.message}>
                    <AmountInput
                      {...field}
                      strict
                      goods={line.variant ?? {}}
                      aria-label={`${LABEL[name]} ${tag}`}
                      onValueChange={onChange}
                    />
                  </Field>
                )}
              />
            ))}
          </div>
          {isShort(line) && (
            <SelectField name={`lines.${index}.reason_code`} label="Why not accepted" options={REASONS} />
          )}
        </>
      )}
    </li>
  );
}

/** The variant of a package; its search appears when it is asked for, because a delivery has many packages. */
function VariantOf({ index, tag }: { index: number; tag: string }) {
  const { control } = useFormContext<AcceptValues>();
  const [picking, setPicking] = useState(false);
  return (
    <Controller
      control={control}
      name={`lines.${index}.variant`}
      render={({ field, fieldState }) =>
        picking || field.value ? (
          <VariantPicker
            value={field.value}
            onValueChange={(choice) => {
              setPicking(choice === null);
              field.onChange(choice);
            }}
            error={fieldState.error?.message}
          />
        ) : (
          <div>
            <Button size="sm" aria-label={`Choose variant of ${tag}`} onClick={() => setPicking(true)}>
              Choose variant
            </Button>
            {fieldState.error && (
              <p role="alert" className="mt-1 text-destructive text-sm">
                Choose your variant of this package
              </p>
            )}
          </div>
        )
      }
    />
  );
}
