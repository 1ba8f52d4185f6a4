'use client';
import { type KeyboardEvent, useEffect, useId, useRef } from 'react';
import { AmountInput } from '@/components/catalog/goods/amount-input';
import { ItemCell } from '@/components/catalog/goods/item-cell';
import { TEST_STATUS } from '@/components/stock/batches/labels';
import { ROOM } from '@/components/stock/inventory/labels';
import { Button } from '@/components/ui/base/button';
import { cn } from '@/components/ui/base/class-names';
import { Field } from '@/components/ui/base/field';
import { Input } from '@/components/ui/base/input';
import { NumberInput } from '@/components/ui/base/number-input';
import { Select } from '@/components/ui/base/select';
import { formatDate } from '@/components/ui/format';
import { trpc } from '@/components/ui/providers/trpc';
import { numberKey } from '@/server/kernel/batch-number';
import type { Attached } from './attached';
import { goodsName, type Line, type LineErrors, type LineValues, MOST_UNITS, type TestStatus } from './draft';
import type { GoodsKind } from './types';

const KNOWN_BATCHES = 20;
const TESTS = [
  { value: '', label: 'Not stated' },
  ...(Object.keys(TEST_STATUS) as TestStatus[]).map((value) => ({ value, label: TEST_STATUS[value].label })),
] as const;
const ROOMS = [
  { value: '', label: 'Receiving room' },
  ...(['vault', 'sales_floor', 'quarantine', 'secret_menu'] as const).map((value) => ({
    value,
    label: ROOM[value],
  })),
] as const;

/** Moves to the field after this one, or reports that it was the last. Selects keep their own Enter. */
function goOn(event: KeyboardEvent<HTMLElement>, onLast: () => void): void {
  if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || event.nativeEvent.isComposing) return;
  if (!(event.target instanceof HTMLInputElement)) return;
  event.preventDefault();
  const fields = [...event.currentTarget.querySelectorAll<HTMLInputElement>('input')];
  const next = fields[fields.indexOf(event.target) + 1];
  if (next) {
    next.focus();
    next.select();
  } else {
    onLast();
  }
}

/** The values of one line: Enter goes from field to field, and from the last one to the next goods. */
export function LineEditor({
  line,
  kind,
  today,
  errors,
  certificate,
  attention,
  onChange,
  onDone,
  onCertificate,
}: {
  line: Line;
  kind: GoodsKind;
  today: string;
  /** Shown once the receipt was tried. */
  errors: LineErrors | undefined;
  certificate: Attached | undefined;
  /** Moves the focus to what is wrong or missing, each time that it changes; null to leave the focus where it is. */
  attention: number | null;
  onChange: (values: Partial<LineValues>) => void;
  onDone: () => void;
  /** Opens the choice of a certificate for the line; null for those who file none. */
  onCertificate: (() => void) | null;
}) {
  const listId = useId();
  const fields = useRef<HTMLFieldSetElement>(null);
  const isCounted = useRef(line.quantity !== null);
  useEffect(() => {
    if (attention === null) return;
    const [amount, batch] = fields.current?.querySelectorAll('input') ?? [];
    const wrong = fields.current?.querySelector<HTMLInputElement>('[aria-invalid="true"]');
    (wrong ?? (isCounted.current ? batch : amount))?.focus();
  }, [attention]);
  const batches = trpc.batches.list.useQuery({ product_id: line.goods.product_id, limit: KNOWN_BATCHES });
  const known = batches.data?.data ?? [];
  const typed = line.batch.trim();
  const batch = typed === '' ? undefined : known.find((one) => numberKey(one.batch_id) === numberKey(typed));
  const read = certificate?.reading?.extracted;
  const date = (label: string, field: 'harvested' | 'packaged' | 'expires', most?: string, hint?: string) => (
    <Field label={label} error={errors?.[field]} hint={hint}>
      <Input
        type="date"
        value={line[field]}
        max={most}
        onChange={(event) => onChange({ [field]: event.target.value })}
      />
    </Field>
  );
  return (
    // Enter only moves the focus on.
    <fieldset
      ref={fields}
      aria-label={`Line of ${goodsName(line.goods)}`}
      data-line={line.key}
      onKeyDown={(event) => goOn(event, onDone)}
      className="rounded-lg border border-border bg-tint-neutral/40 p-4"
    >
      <div className="mb-4">
        <ItemCell goods={line.goods} />
      </div>
      {errors?.goods && (
        <p role="alert" className="mb-3 text-destructive text-sm">
          {errors.goods}.
        </p>
      )}
      <div className="grid grid-cols-2 gap-x-4 gap-y-4 lg:grid-cols-4">
        <Field label={kind === 'harvest' ? 'Weight' : 'Amount'} required error={errors?.quantity}>
          <AmountInput
            strict
            goods={line.goods}
            value={line.quantity}
            onValueChange={(quantity) => onChange({ quantity })}
            min={1}
            max={MOST_UNITS}
          />
        </Field>
        <Field
          label="Batch"
          required={kind === 'harvest'}
          error={errors?.batch}
          hint={batch && 'A known batch: it keeps its dates and test result.'}
        >
          <Input
            value={line.batch}
            list={listId}
            maxLength={100}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            placeholder={read?.batch_id ?? undefined}
            onChange={(event) => onChange({ batch: event.target.value })}
          />
        </Field>
        <datalist id={listId}>
          {known.map(({ id, batch_id, expires_on }) => (
            <option key={id} value={batch_id}>
              {expires_on ? `Expires ${formatDate(expires_on)}` : batch_id}
            </option>
          ))}
        </datalist>
        <Field label="Package tag" error={errors?.tag}>
          <Input
            value={line.tag}
            maxLength={100}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            onChange={(event) => onChange({ tag: event.target.value })}
          />
        </Field>
        <Field label={line.goods.unit ? `Cost per ${line.goods.unit}` : 'Unit cost'} error={errors?.cost}>
          <NumberInput
            money
            min={0}
            max={9_999_999.99}
            value={line.cost}
            onValueChange={(cost) => onChange({ cost })}
          />
        </Field>
        {kind === 'harvest' ? (
          date('Harvested', 'harvested', today)
        ) : (
          <>
            {date('Packaged', 'packaged', today)}
            {date(
              'Expires',
              'expires',
              undefined,
              line.expires === '' && read?.expires_on
                ? `${formatDate(read.expires_on)}, from the certificate`
                : undefined,
            )}
            {date('Harvested', 'harvested', today)}
          </>
        )}
        <Field
          label="Test result"
          error={errors?.test}
          hint={
            line.test === '' && read?.result
              ? `${TEST_STATUS[read.result].label}, from the certificate`
              : undefined
          }
        >
          <Select options={TESTS} value={line.test} onValueChange={(test) => onChange({ test })} />
        </Field>
        <Field label="Room" error={errors?.room}>
          <Select options={ROOMS} value={line.room} onValueChange={(room) => onChange({ room })} />
        </Field>
        <div
          className={cn(
            'col-span-full flex flex-wrap items-end justify-end gap-2',
            kind !== 'harvest' && 'lg:col-span-3',
          )}
        >
          {onCertificate && (
            <Button onClick={onCertificate}>{certificate ? 'Replace certificate' : 'Add certificate'}</Button>
          )}
          <Button onClick={onDone}>Next goods</Button>
        </div>
      </div>
    </fieldset>
  );
}
