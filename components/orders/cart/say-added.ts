import { showDone } from '@/components/ui/base/toast';
import { formatCount } from '@/components/ui/format';
import type { CartLine } from './cart';

/** Says that some of the added lines were in the cart before: their units have been added up. */
export function sayAdded(
  there: readonly CartLine[] | undefined,
  added: ReadonlyArray<Pick<CartLine, 'variant_id'>>,
): void {
  const before = new Set(there?.map(({ variant_id }) => variant_id));
  const both = added.filter(({ variant_id }) => before.has(variant_id)).length;
  if (both === 0) return;
  showDone('Added to the cart', `Quantities of ${formatCount(both, 'item')} already there were added up.`);
}
