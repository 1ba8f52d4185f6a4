import { Badge } from '@/components/ui/base/badge';
import type { Stepped } from '@/components/ui/format';
import { unitsText } from './amounts';

/** How much of a line expires before its delivery day: "4 units expire before delivery"; nothing for 0. */
export function ExpiresEarly({ units, goods }: { units: number | undefined; goods: Stepped }) {
  if (!units) return null;
  return (
    <span className="my-0.5 flex">
      <Badge tone="warning" icon="triangle" wraps>
        {unitsText(units, goods)} {units === 1 || goods.step ? 'expires' : 'expire'} before delivery
      </Badge>
    </span>
  );
}
