'use client';
import { useWatch } from 'react-hook-form';
import { AmountField } from '@/components/catalog/goods/amount-field';
import { cn } from '@/components/ui/base/class-names';
import { SelectField } from '@/components/ui/forms/fields';
import { NumberField } from '@/components/ui/forms/number-field';
import { TextField } from '@/components/ui/forms/text-field';
import { useViewer } from '@/components/ui/providers/viewer';
import { EverywhereNote } from '@/components/ui/shell/everywhere-note';
import { SELLERS } from '@/server/kernel/permissions';
import { STEP_UNITS, WEIGHT_UNITS } from './labels';
import type { VariantValues } from './variant-values';

const SOLD_OPTIONS = [
  { value: '', label: 'Each' },
  ...STEP_UNITS.map((unit) => ({ value: unit, label: `By weight, per ${unit}` })),
];

const UNIT_OPTIONS = [
  { value: '', label: 'None' },
  ...WEIGHT_UNITS.map((unit) => ({ value: unit, label: unit })),
];

/** How goods are counted that aren't sold by weight, or whose smallest amount is yet to be entered. */
const EACH = { unit: null, step: null };

/** The prices of a variant: who sells to shops begins with the wholesale price. */
function Prices({ at }: { at: (name: string) => string }) {
  const sells = SELLERS.includes(useViewer().entity.type);
  return sells ? (
    <>
      <NumberField name={at('wholesale_price')} label="Wholesale price" required money />
      <NumberField
        name={at('price')}
        label="Retail price (optional)"
        hint="What shops charge. Leave empty to use the wholesale price."
        money
      />
    </>
  ) : (
    <>
      <NumberField name={at('price')} label="Price" required money />
      <NumberField
        name={at('wholesale_price')}
        label="Wholesale price"
        hint="Leave empty to use the price."
        money
      />
    </>
  );
}

/**
 * The fields of the variant at a place of the form's list.
 * @param opens a new one of a new product: also what is in stock of it
 */
export function VariantFields({
  index,
  exists = false,
  opens = false,
}: {
  index: number;
  exists?: boolean;
  opens?: boolean;
}) {
  const fixed = useViewer().isLimited && exists;
  const at = (name: string) => `variants.${index}.${name}`;
  const { unit, step } = useWatch<{ variants: VariantValues[] }, `variants.${number}`>({
    name: `variants.${index}`,
  });
  const goods = unit === '' || !step ? EACH : { unit, step };
  return (
    <div className={cn('grid items-start gap-4 sm:grid-cols-2', opens && 'lg:grid-cols-3')}>
      <TextField name={at('name')} label="Variant name" required autoComplete="off" placeholder="3.5 g jar" />
      <TextField name={at('sku')} label="SKU" required autoComplete="off" spellCheck={false} />
      {!fixed && <Prices at={at} />}
      {opens && (
        <>
          <NumberField name={at('unit_cost')} label="Cost (optional)" hint="What a unit cost you." money />
          <AmountField
            name={at('opening')}
            goods={goods}
            label="Opening stock (optional)"
            hint="What you have now."
          />
        </>
      )}
      <SelectField
        name={at('unit')}
        label="Sold"
        options={SOLD_OPTIONS}
        hint="Can't change once there is stock or an order line."
      />
      <NumberField
        name={at('step')}
        label="Smallest amount"
        decimals={4}
        hint="By weight only, in that unit: 0.01 sells hundredths."
      />
      <NumberField name={at('weight')} label="Weight" decimals={4} />
      <SelectField name={at('weight_unit')} label="Unit" options={UNIT_OPTIONS} />
      {!fixed && (
        <>
          <AmountField
            name={at('case_size')}
            goods={goods}
            label={goods.unit ? 'Case' : 'Units per case'}
            hint="Buyers order whole cases."
          />
          <AmountField
            name={at('low_stock_threshold')}
            goods={goods}
            label="Low-stock alert at"
            hint={`${goods.unit ? '' : 'Units. '}Leave empty to use the threshold in your settings.`}
          />
        </>
      )}
      {exists && <EverywhereNote what="Prices, case and alert apply" permission="update:products" />}
    </div>
  );
}
