'use client';
import { useEffect } from 'react';
import { formatMoney } from '@/components/format';
import { LookupField } from '@/components/order-entry/lookup-field';
import { useLookup } from '@/components/order-entry/use-lookup';
import type { Goods } from './offer-values';
import { useGoods } from './use-goods';

/** Finds something that the business sells by its name or SKU; Enter adds the first result. */
export function GoodsField({ onPick }: { onPick: (goods: Goods) => void }) {
  const lookup = useLookup<Goods>((goods) => {
    lookup.setText('');
    onPick(goods);
  });
  const { goods, known, failed } = useGoods(lookup.search);
  const { found } = lookup;
  useEffect(() => {
    if (known && goods) found(goods);
  });
  return (
    <LookupField
      label="Add an item"
      placeholder="Name or SKU"
      text={lookup.text}
      onTextChange={lookup.setText}
      onEnter={() => lookup.wait(known)}
      results={goods}
      failed={failed}
      keyOf={({ variant_id }) => variant_id}
      onPick={(one) => {
        lookup.setText('');
        onPick(one);
      }}
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
