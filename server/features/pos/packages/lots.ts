import type { WriteContext } from '../../../operation/context';
import { type LotFault, openLots } from '../../inventory/lots/open-lots';
import { fault } from '../lists/reported';
import { labelOf } from '../matching/match';
import type { LeasedRun } from '../runs/leased-run';
import type { SyncError } from '../schema';
import type { PosItem } from '../vendors/connector';

/** A package of a matched item. */
interface NamedPackage {
  variantId: string;
  /** The row of stock that it is in; null before there is one. */
  itemId: string | null;
  item: PosItem;
}

const WITHOUT = 'The units were counted without a lot.';
const FAULTS: Record<LotFault, { code: string; message: string }> = {
  unknown_lot: { code: 'unknown_package', message: `No lot has this package tag. ${WITHOUT}` },
  unknown_tag: {
    code: 'unknown_package',
    message: `No lot has this package tag, and no batch is reported. ${WITHOUT}`,
  },
  tag_taken: {
    code: 'tag_taken',
    message: `The package tag belongs to another batch or product. ${WITHOUT}`,
  },
  too_many_numbers: {
    code: 'too_many_numbers',
    message: `Too many new batch numbers of this product today. ${WITHOUT}`,
  },
  unknown_product: {
    code: 'unknown_package',
    message: `A batch of this product can't be created. ${WITHOUT}`,
  },
};

/**
 * The lots of the packages that name a batch or a tag, created where they are missing. A package whose name leads to none
 * is reported and counts without a lot.
 */
export async function lotsOfPackages(
  { db, emit }: Pick<WriteContext, 'db' | 'emit'>,
  run: LeasedRun,
  packages: readonly NamedPackage[],
  errors: SyncError[],
): Promise<Map<PosItem, string>> {
  const named = packages.flatMap(({ variantId, itemId, item }) => {
    if (item.lot !== 'unreadable') {
      return item.lot ? [{ item, name: { ...item.lot, variantId, itemId, lotId: null } }] : [];
    }
    const message = `The batch, package tag or expiration date is invalid. ${WITHOUT}`;
    errors.push(fault(labelOf(item), 'invalid_lot', message));
    return [];
  });
  if (named.length === 0) return new Map();
  const opened = await openLots(
    { db, emit, actor: { entity: { id: run.entityId } } },
    named.map(({ name }) => name),
    run,
  );
  const lotOf = new Map<PosItem, string>();
  for (const [index, { item }] of named.entries()) {
    const lot = opened[index] ?? 'unknown_lot';
    if (typeof lot === 'object') lotOf.set(item, lot.lotId);
    else errors.push(fault(labelOf(item), FAULTS[lot].code, FAULTS[lot].message));
  }
  return lotOf;
}
