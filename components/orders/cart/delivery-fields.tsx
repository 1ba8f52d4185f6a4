'use client';
import { useState } from 'react';
import { DateInput } from '@/components/ui/base/date-range';
import { FaultText } from '@/components/ui/base/fault-text';
import { Field } from '@/components/ui/base/field';
import { Input } from '@/components/ui/base/input';
import { Select } from '@/components/ui/base/select';
import { Textarea } from '@/components/ui/base/textarea';
import type { Delivery } from './cart';
import { type DeliveryErrors, lastDay } from './checks';
import { DateChips } from './date-chips';

/** When, where and how one supplier's order is to come. */
export function DeliveryFields({
  delivery,
  locationId,
  locations,
  today,
  dates = [],
  errors,
  showErrors,
  commitOn = 'blur',
  poHint = 'Optional. Your own number for this order.',
  onChange,
}: {
  delivery: Delivery;
  locationId: string | null;
  locations: readonly { id: string; name: string }[];
  today: string;
  /** The seller's next delivery days; another date may be entered. */
  dates?: readonly string[] | undefined;
  errors: DeliveryErrors;
  /** After an attempt to place the order every error shows; before, those of fields that were left. */
  showErrors: boolean;
  /** When PO number and notes are handed on: as they are typed, or once the field is left. */
  commitOn?: 'blur' | 'change';
  /** Whose number the PO number is. */
  poHint?: string;
  onChange: (change: Partial<Delivery>) => void;
}) {
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const leave = (field: string) => setLeft((before) => new Set([...before, field]));
  /** What is being typed and isn't handed on yet. */
  const [typed, setTyped] = useState<Partial<Pick<Delivery, 'notes' | 'po_number'>>>({});
  const textField = (field: 'notes' | 'po_number') => ({
    value: typed[field] ?? delivery[field],
    onChange: ({ target: { value } }: { target: { value: string } }) =>
      commitOn === 'change'
        ? onChange({ [field]: value })
        : setTyped((before) => ({ ...before, [field]: value })),
    onBlur: () => {
      const text = typed[field];
      setTyped((before) => ({ ...before, [field]: undefined }));
      if (text !== undefined && text !== delivery[field]) onChange({ [field]: text });
    },
  });
  const errorOf = (field: keyof DeliveryErrors) =>
    showErrors || left.has(field) ? errors[field] : undefined;
  const windowError = errorOf('window');
  return (
    <div className="flex flex-col gap-4">
      <fieldset
        className="flex flex-col gap-4"
        onBlur={({ target, relatedTarget }) => {
          const type = (element: EventTarget | null) =>
            element instanceof HTMLInputElement ? element.type : null;
          if (type(target) === 'date') leave('delivery_date');
          // From one time to the other is not leaving the window.
          if (type(target) === 'time' && type(relatedTarget) !== 'time') leave('window');
        }}
      >
        <legend className="sr-only">When</legend>
        <DateChips
          dates={dates}
          value={delivery.delivery_date}
          onValueChange={(delivery_date) => onChange({ delivery_date })}
        />
        <Field label="Delivery date" error={errorOf('delivery_date')}>
          <DateInput
            value={delivery.delivery_date}
            min={today}
            max={lastDay(today)}
            onValueChange={(delivery_date) => onChange({ delivery_date })}
          />
        </Field>
        <div className="grid grid-cols-2 gap-3">
          <Field label="Earliest time">
            <Input
              type="time"
              value={delivery.window_from}
              aria-invalid={windowError ? true : undefined}
              onChange={(event) => onChange({ window_from: event.target.value })}
            />
          </Field>
          <Field label="Latest time">
            <Input
              type="time"
              value={delivery.window_to}
              aria-invalid={windowError ? true : undefined}
              onChange={(event) => onChange({ window_to: event.target.value })}
            />
          </Field>
        </div>
        <FaultText message={windowError} className="-mt-2.5" />
      </fieldset>
      <Field label="Deliver to">
        <Select
          options={locations.map(({ id, name }) => ({ value: id, label: name }))}
          value={locationId}
          onValueChange={(location_id) => onChange({ location_id })}
        />
      </Field>
      <Field label="PO number" hint={poHint}>
        <Input maxLength={64} autoComplete="off" {...textField('po_number')} />
      </Field>
      <Field label="Notes">
        <Textarea rows={2} maxLength={1000} {...textField('notes')} />
      </Field>
    </div>
  );
}
