import type { Lot } from '@/components/stock/batches/types';
import { formatAmount } from '@/components/ui/format';

/** Units of a lot at a location that packages can be made from. */
export interface Source {
  lot_id: string;
  batch: string;
  batch_id: string;
  package_tag: string | null;
  product_name: string;
  unit: Lot['unit'];
  step: number | null;
  /** Steps that no order has reserved. */
  available: number;
}

/** What can be packaged at a location: lots of goods by weight with units there. */
export function sourcesAt(lots: readonly Lot[], locationId: string): Source[] {
  return lots.flatMap(({ id, batch, batch_id, package_tag, product_name, holdings }) => {
    const here = holdings.filter((one) => one.location_id === locationId && one.step !== null);
    const [first] = here;
    const available = here.reduce((sum, one) => sum + one.quantity - one.reserved_quantity, 0);
    if (!first || available <= 0) return [];
    const { unit, step } = first;
    return [{ lot_id: id, batch, batch_id, package_tag, product_name, unit, step, available }];
  });
}

export const lotName = (source: Source) =>
  [source.batch_id, source.package_tag, source.product_name, formatAmount(source.available, source)]
    .filter(Boolean)
    .join(' · ');
