import { showFailure } from '@/components/ui/base/toast';
import { formatAmount, type Stepped } from '@/components/ui/format';

/** Says that a quantity was lowered to what the supplier has. */
export function sayLimited(name: string, available: number, goods: Stepped): void {
  const most = formatAmount(available, goods);
  showFailure(`Only ${most} available`, `The quantity of ${name} is now ${most}.`);
}
