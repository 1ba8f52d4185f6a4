'use client';
import { useRef } from 'react';
import { LookupField } from '@/components/orders/order-entry/lookup-field';
import { useLookup } from '@/components/orders/order-entry/use-lookup';
import { formatMoney } from '@/components/ui/format';
import { showError } from '@/components/ui/forms/show-error';
import type { Goods } from './offer-values';
import { useAllGoods, useFindGoods, useGoods } from './use-goods';

/** From here on a search is added as a whole, too. */
const SEVERAL = 2;

/**
 * Finds something that the business sells by its name or SKU; Enter adds the first result, its last entry all of them.
 * @param onPick `typedOn`: the next one is being typed
 */
export function GoodsField({
  onPick,
  onPickAll,
}: {
  onPick: (goods: Goods, typedOn: boolean) => void;
  onPickAll: (goods: readonly Goods[]) => void;
}) {
  const findAll = useAllGoods();
  const find = useFindGoods();
  const input = useRef<HTMLInputElement>(null);
  const lookup = useLookup<Goods>({
    input,
    find,
    onPick: (goods, { typedOn }) => {
      onPick(goods, typedOn);
      return null;
    },
  });
  const { goods, known, failed } = useGoods(lookup.search);
  return (
    <LookupField
      label="Add an item"
      placeholder="Name or SKU"
      lookup={lookup}
      onWait={lookup.wait}
      results={goods}
      known={known && lookup.current}
      failed={failed}
      keyOf={({ variant_id }) => variant_id}
      onPick={(one) => {
        lookup.setText('');
        onPick(one, false);
      }}
      input={input}
      after={
        goods !== undefined &&
        goods.length >= SEVERAL && {
          label: `Add all that “${lookup.search}” finds`,
          act: () => {
            const { search } = lookup;
            lookup.setText('');
            findAll({ search }).then(onPickAll, (error) => showError("Couldn't add the items", error));
          },
        }
      }
    >
      {({ name, sku, unit, wholesale_price }) => (
        <>
          <span className="min-w-0 flex-1 basis-48 wrap-anywhere">
            {name}
            <span className="block text-muted text-xs">{sku}</span>
          </span>
          <span className="text-sm tabular-nums">
            {formatMoney(wholesale_price)}
            {unit && ` per ${unit}`}
          </span>
        </>
      )}
    </LookupField>
  );
}
