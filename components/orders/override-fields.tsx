import { Checkbox } from '@/components/ui/base/checkbox';
import { Field } from '@/components/ui/base/field';
import { useViewer } from '@/components/ui/providers/viewer';
import {
  CONDITIONS,
  conditionOf,
  OVERRIDES,
  type Override,
} from '@/server/features/orders/placing/conditions.schema';

const REASONS = (Object.keys(OVERRIDES) as Override[]).map((override) => ({
  override,
  ...OVERRIDES[override],
  reasons: CONDITIONS.map(conditionOf).flatMap((one) => (one.override === override ? one.reasons : [])),
}));

/** What of its own rules a seller passes over: asked only where a rule stands against it. */
export function OverrideFields({
  problems,
  value,
  onChange,
}: {
  /** What stands against it, by the reasons of the errors. */
  problems: readonly { reason: string | null }[];
  value: readonly Override[];
  onChange: (value: readonly Override[]) => void;
}) {
  const { can } = useViewer();
  const asked = REASONS.filter(
    ({ override, right, reasons }) =>
      (right === null || can(right)) &&
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
