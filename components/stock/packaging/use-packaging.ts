'use client';
import { useState } from 'react';
import { entryOf, unitsText } from '@/components/catalog/goods/amounts';
import type { PrintedLabel } from '@/components/stock/inventory/label-sheet';
import { goodsName } from '@/components/stock/receiving/draft';
import type { Goods } from '@/components/stock/receiving/types';
import { showDone } from '@/components/ui/base/toast';
import { formatAmount, formatDate } from '@/components/ui/format';
import { errorText } from '@/components/ui/forms/error-text';
import { trpc } from '@/components/ui/providers/trpc';
import type { Source } from './sources';
import { gramsIn, stepsFor, yieldOf } from './yield';

/** A kind of package as it is entered. */
export interface Draft {
  goods: Goods | null;
  /** Steps of what is made. */
  units: number | null;
  /** Steps of the source; null for what the packages weigh. */
  used: number | null;
  batch: string;
  tag: string;
  expires: string;
}
export const NO_DRAFT: Draft = { goods: null, units: null, used: null, batch: '', tag: '', expires: '' };

/** Packages that were made. */
export interface Made {
  lotId: string;
  goods: Goods;
  batch: string;
  tag: string | null;
  units: number;
  used: number;
  /** Null where a unit's weight isn't known. */
  grams: number | null;
  usedText: string;
  /** What it was made of. */
  source: Source;
  label: PrintedLabel;
}

type Faults = Partial<Record<'goods' | 'units' | 'used' | 'batch', string>>;

/** What of a draft the server would reject for sure. */
export function draftFault({ goods, units, used, batch }: Draft, source: Source): Faults {
  const faults: Faults = {};
  if (!goods) return { goods: 'Choose what is packaged' };
  if (units === null || units <= 0) faults.units = 'Enter an amount';
  else if (!Number.isInteger(units)) faults.units = entryOf(goods);
  if (used === null || used <= 0) faults.used = 'Enter an amount';
  else if (!Number.isInteger(used)) faults.used = entryOf(source);
  else if (used > source.available) faults.used = `Only ${formatAmount(source.available, source)} available`;
  if (batch.trim() === '') faults.batch = 'Enter the batch number';
  return faults;
}

/** Makes packages of a source, one kind after another, and adds up what became of it. */
export function usePackaging(locationId: string, source: Source | undefined) {
  const create = trpc.lots.create.useMutation();
  const [made, setMade] = useState<readonly Made[]>([]);
  const [error, setError] = useState<string>();
  const gramsOfGoods = ({ unit, step, weight = null, weight_unit = null }: Goods, units: number) =>
    gramsIn(units, { unit, step, weight, weight_unit });
  /** @returns whether they were made */
  const pack = async ({ goods, units, used, batch, tag, expires }: Draft): Promise<boolean> => {
    if (!goods || !source || units === null || used === null || create.isPending) return false;
    setError(undefined);
    try {
      const lot = await create.mutateAsync({
        ...{ product_id: goods.product_id, variant_id: goods.variant_id, batch_id: batch.trim() },
        ...{ location_id: locationId, quantity: units },
        sources: [{ lot_id: source.lot_id, quantity: used }],
        ...(tag.trim() && { package_tag: tag.trim() }),
        ...(expires && { expires_on: expires }),
      });
      const code = lot.package_tag ?? goods.sku;
      const label: PrintedLabel = {
        key: lot.id,
        code,
        lines: [
          goodsName(goods),
          code,
          `Batch ${lot.batch_id}`,
          ...(lot.expires_on ? [`Expires ${formatDate(lot.expires_on)}`] : []),
        ],
      };
      const one: Made = {
        ...{ lotId: lot.id, goods, batch: lot.batch_id, tag: lot.package_tag, units, used, label, source },
        grams: gramsOfGoods(goods, units),
        usedText: formatAmount(used, source),
      };
      setMade((before) => [...before, one]);
      showDone(`${unitsText(units, goods)} packaged`, goodsName(goods));
      return true;
    } catch (failure) {
      setError(errorText(failure));
      return false;
    }
  };
  return {
    made,
    pack,
    error,
    pending: create.isPending,
    /** Steps of the source that units weigh; null where their weight isn't known. */
    weightOf: (goods: Goods, units: number, of: Source) => {
      const grams = gramsOfGoods(goods, units);
      return grams === null ? null : stepsFor(grams, of);
    },
    sum: made[0] ? yieldOf(made, made[0].source) : null,
  };
}
