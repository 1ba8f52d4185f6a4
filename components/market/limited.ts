import { formatNumber } from '@/components/format';
import { showFailure } from '@/components/ui/toast';

/** Says that a quantity was lowered to what the supplier has. */
export function sayLimited(name: string, available: number): void {
  showFailure(
    `Only ${formatNumber(available)} available`,
    `The quantity of ${name} is now ${formatNumber(available)}.`,
  );
}
