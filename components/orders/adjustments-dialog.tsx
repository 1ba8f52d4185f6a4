'use client';
import { Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/components/ui/base/button';
import { Dialog } from '@/components/ui/base/dialog';
import { Field } from '@/components/ui/base/field';
import { IconButton } from '@/components/ui/base/icon-button';
import { Input } from '@/components/ui/base/input';
import { NumberInput } from '@/components/ui/base/number-input';
import { Select } from '@/components/ui/base/select';
import { showDone } from '@/components/ui/base/toast';
import { errorTextOf } from '@/components/ui/forms/error-text';
import { FormAlert } from '@/components/ui/forms/form-alert';
import { useLeaving } from '@/components/ui/forms/use-leaving';
import { trpc } from '@/components/ui/providers/trpc';
import { type AdjustmentRow, KIND_LABELS, MOST_ROWS, rowError, rowsOf, sentOf } from './adjustment-rows';
import type { Order } from './types';

const KINDS = (['discount', 'freight', 'fee'] as const).map((value) => ({
  value,
  label: KIND_LABELS[value],
}));
const BY = [
  { value: 'amount', label: '$' },
  { value: 'percent', label: '%' },
] as const;

/** All discounts, freight and fees of an order, replaced together. */
export function AdjustmentsDialog({ order, onClose }: { order: Order; onClose: () => void }) {
  const [saved] = useState(() => rowsOf(order.adjustments));
  const [rows, setRows] = useState(saved);
  const [tried, setTried] = useState(false);
  const set = trpc.orders.setAdjustments.useMutation();
  const { leave, question } = useLeaving({
    touched: JSON.stringify(rows) !== JSON.stringify(saved),
    pending: set.isPending,
    onClose,
  });
  const add = (kind: AdjustmentRow['kind']) =>
    setRows((before) => [
      ...before,
      {
        key: Math.max(-1, ...before.map(({ key }) => key)) + 1,
        ...{ kind, label: KIND_LABELS[kind], value: null },
        by: kind === 'discount' ? 'percent' : 'amount',
      },
    ]);
  const change = (key: number, more: Partial<AdjustmentRow>) =>
    setRows((before) => before.map((row) => (row.key === key ? { ...row, ...more } : row)));
  const save = async () => {
    setTried(true);
    if (set.isPending || rows.some(rowError)) return;
    try {
      await set.mutateAsync({ id: order.id, adjustments: sentOf(rows) });
      showDone('Discounts and freight saved');
      onClose();
    } catch {
      // Its text is above the rows.
    }
  };
  return (
    <>
      <Dialog
        open
        onOpenChange={leave}
        title="Discounts and freight"
        description="Of the whole order. Discounts are spread over its lines."
        size="lg"
        footer={
          <>
            <Button onClick={leave}>Cancel</Button>
            <Button variant="primary" pending={set.isPending} onClick={() => void save()}>
              Save
            </Button>
          </>
        }
      >
        <div className="flex flex-col gap-4">
          <FormAlert message={errorTextOf(set.error)} />
          {rows.map((row, place) => (
            <AdjustmentFields
              key={row.key}
              row={row}
              place={place + 1}
              error={tried ? rowError(row) : undefined}
              onChange={(more) => change(row.key, more)}
              onRemove={() => setRows((before) => before.filter(({ key }) => key !== row.key))}
            />
          ))}
          {rows.length === 0 && <p className="text-muted">No discounts, freight or fees.</p>}
          <div className="flex flex-wrap gap-2">
            {KINDS.map(({ value, label }) => (
              <Button key={value} size="sm" disabled={rows.length >= MOST_ROWS} onClick={() => add(value)}>
                <Plus aria-hidden />
                Add {label.toLowerCase()}
              </Button>
            ))}
          </div>
        </div>
      </Dialog>
      {question}
    </>
  );
}

function AdjustmentFields({
  row,
  place,
  error,
  onChange,
  onRemove,
}: {
  row: AdjustmentRow;
  place: number;
  error: string | undefined;
  onChange: (more: Partial<AdjustmentRow>) => void;
  onRemove: () => void;
}) {
  const { kind, label, value, by } = row;
  return (
    <fieldset className="grid grid-cols-[1fr_auto] items-start gap-3 border-border border-b pb-4 sm:grid-cols-[8rem_1fr_8rem_5rem_auto] sm:border-0 sm:pb-0">
      <legend className="sr-only">
        {KIND_LABELS[kind]} {place}
      </legend>
      <Field label="Kind" className="max-sm:col-span-2">
        <Select
          options={KINDS}
          value={kind}
          onValueChange={(next) =>
            onChange({ kind: next, ...(label === KIND_LABELS[kind] && { label: KIND_LABELS[next] }) })
          }
        />
      </Field>
      <Field label="Label" className="max-sm:col-span-2">
        <Input value={label} maxLength={100} onChange={({ target }) => onChange({ label: target.value })} />
      </Field>
      <Field label={by === 'amount' ? 'Amount' : 'Percent'} error={error}>
        <NumberInput
          key={by}
          money={by === 'amount'}
          decimals={2}
          min={0}
          max={by === 'percent' ? 100 : 1_000_000_000}
          value={value}
          autoFocus={value === null}
          onValueChange={(next) => onChange({ value: next })}
        />
      </Field>
      <Field label="Unit">
        <Select options={BY} value={by} onValueChange={(next) => onChange({ by: next })} />
      </Field>
      <IconButton
        icon={Trash2}
        label={`Remove ${label || KIND_LABELS[kind]} ${place}`}
        tooltip="Remove"
        className="max-sm:col-span-2 max-sm:justify-self-end sm:mt-6"
        onClick={onRemove}
      />
    </fieldset>
  );
}
