import type { OrderQuote, Override } from '@/components/orders/types';
import { Checkbox } from '@/components/ui/checkbox';
import { Field } from '@/components/ui/field';

const RULES = [
  { override: 'case', reason: 'case_multiple', label: 'Sell parts of a case' },
  { override: 'minimum', reason: 'minimum_order', label: 'Sell below the minimum order' },
] as const;

/** What of its own rules a seller passes over with this order: asked only where a rule stands against it. */
export function OverrideFields({
  problems,
  value,
  onChange,
}: {
  problems: OrderQuote['problems'];
  value: readonly Override[];
  onChange: (value: readonly Override[]) => void;
}) {
  const asked = RULES.filter(
    ({ override, reason }) => value.includes(override) || problems.some((one) => one.reason === reason),
  );
  return asked.map(({ override, label }) => (
    <Field key={override} layout="inline" label={label} hint="The order's history says so." className="mt-3">
      <Checkbox
        className="mt-0.5"
        checked={value.includes(override)}
        onCheckedChange={(checked) =>
          onChange(checked ? [...value, override] : value.filter((one) => one !== override))
        }
      />
    </Field>
  ));
}
