'use client';
import { Plus, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useFieldArray, useFormContext } from 'react-hook-form';
import { Button } from '@/components/ui/base/button';
import { Field } from '@/components/ui/base/field';
import { IconButton } from '@/components/ui/base/icon-button';
import { NumberInput } from '@/components/ui/base/number-input';
import { showDone } from '@/components/ui/base/toast';
import { formatCount, formatMoney } from '@/components/ui/format';
import { CheckboxField } from '@/components/ui/forms/fields';
import { NumberField } from '@/components/ui/forms/number-field';
import { AddGoods } from './add-goods';
import { FieldFault } from './field-fault';
import { GoodsField } from './goods-field';
import { allOff, type Goods, type ItemValues, itemOf, type OfferValues } from './offer-values';

/** Of one offer. */
const MAX_ITEMS = 500;

const priceOf = (variantId: string) => `offer price of ${variantId}`;

/** What is offered: found by name or SKU, or all of a category, brand or search, each with its prices. */
export function OfferItems() {
  const { control, getValues, setValue, formState } = useFormContext<OfferValues>();
  const [percent, setPercent] = useState<number | null>(null);
  const items = useFieldArray({ control, name: 'items' });
  const next = useRef<string | null>(null);
  const [, setAdded] = useState(0);
  const add = (goods: Goods, typedOn: boolean) => {
    const has = getValues('items').some(({ variant_id }) => variant_id === goods.variant_id);
    if (!has) items.append(itemOf(goods, percent), { shouldFocus: false });
    // What is being typed belongs to the field that has it.
    if (!typedOn) next.current = priceOf(goods.variant_id);
    setAdded((count) => count + 1);
  };
  const addAll = (all: readonly Goods[]) => {
    const present = new Set(getValues('items').map(({ variant_id }) => variant_id));
    const fresh = all.filter(({ variant_id }) => !present.has(variant_id)).slice(0, MAX_ITEMS - present.size);
    items.append(
      fresh.map((goods) => itemOf(goods, percent)),
      { shouldFocus: false },
    );
    showDone(fresh.length === 0 ? 'Nothing new to add' : `Added ${formatCount(fresh.length, 'item')}`);
  };
  const takeOff = (next: number | null) => {
    setPercent(next);
    if (next === null) return;
    setValue('items', allOff(getValues('items'), next), {
      shouldDirty: true,
      shouldValidate: formState.isSubmitted,
    });
  };
  // Its first price, once it is drawn.
  useEffect(() => {
    const field =
      next.current && document.getElementById(next.current)?.querySelector<HTMLInputElement>('input');
    if (!field) return;
    next.current = null;
    field.focus();
  });
  return (
    <div className="flex flex-col gap-3">
      <GoodsField onPick={add} onPickAll={addAll} />
      <div className="flex flex-wrap items-end justify-between gap-3">
        <AddGoods onAdd={addAll} />
        <Field label="Percent off wholesale (optional)" className="w-52">
          <NumberInput decimals={1} suffix="%" min={0} max={100} value={percent} onValueChange={takeOff} />
        </Field>
      </div>
      <FieldFault name="items" />
      {items.fields.length > 0 && (
        <ul aria-label="Items of the offer" className="flex flex-col gap-3">
          {items.fields.map(({ id, ...item }, index) => (
            <li key={id} className="rounded-lg border border-border p-3">
              <OfferItem item={item} index={index} onRemove={() => items.remove(index)} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function OfferItem({
  item: { variant_id, sku, name, unit, wholesale_price },
  index,
  onRemove,
}: {
  item: ItemValues;
  index: number;
  onRemove: () => void;
}) {
  const { control } = useFormContext<OfferValues>();
  const path = `items.${index}.ladder` as const;
  const ladder = useFieldArray({ control, name: path });
  const per = unit ? ` per ${unit}` : '';
  return (
    <div className="flex flex-col gap-2">
      <div className="flex items-start justify-between gap-2">
        <p className="wrap-anywhere min-w-0">
          <span className="font-medium">{name}</span>
          <span className="block text-muted text-xs">
            {sku} · wholesale {formatMoney(wholesale_price)}
            {per}
          </span>
        </p>
        <IconButton icon={X} size="sm" label={`Remove ${name}`} onClick={onRemove} />
      </div>
      <ul aria-label={`Prices of ${name}`} id={priceOf(variant_id)} className="flex flex-col gap-2">
        {ladder.fields.map((field, n) => (
          <li key={field.id} className="flex items-start gap-2">
            <NumberField
              name={`${path}.${n}.unit_price`}
              label={<>Price{per}</>}
              money
              fieldClassName="w-32"
              aria-label={`Price of ${name}${n > 0 ? `, break ${n}` : ''}`}
            />
            <NumberField
              name={`${path}.${n}.min_amount`}
              label="From amount"
              decimals={unit ? 4 : 0}
              suffix={unit ?? undefined}
              fieldClassName="w-28"
              aria-label={`From amount of ${name}${n > 0 ? `, break ${n}` : ''}`}
            />
            {ladder.fields.length > 1 && (
              <span className="pt-6">
                <IconButton
                  icon={X}
                  label={`Remove price ${n + 1} of ${name}`}
                  onClick={() => ladder.remove(n)}
                />
              </span>
            )}
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <CheckboxField name={`items.${index}.secret`} label="Also sell from the secret menu" />
        <Button size="sm" onClick={() => ladder.append({ min_amount: null, unit_price: null })}>
          <Plus aria-hidden />
          Add break
        </Button>
      </div>
    </div>
  );
}
