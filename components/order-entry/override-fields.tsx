import type { OrderQuote, Override } from '@/components/orders/types';
import { useViewer } from '@/components/providers/viewer';
import { Checkbox } from '@/components/ui/checkbox';
import { Field } from '@/components/ui/field';

const RULES = [
  { override: 'case', reasons: ['case_multiple'], label: 'Sell parts of a case' },
  { override: 'minimum', reasons: ['minimum_order'], label: 'Sell below the minimum order' },
  { override: 'credit', reasons: ['credit_limit', 'overdue'], label: 'Place anyway, on credit' },
] as const satisfies readonly { override: Override; reasons: readonly string[]; label: string }[];

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
  const { can } = useViewer();
  const asked = RULES.filter(
    ({ override, reasons }) =>
      (override !== 'credit' || can('update:terms')) &&
      (value.includes(override) || problems.some(({ reason }) => reasons.some((one) => one === reason))),
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
