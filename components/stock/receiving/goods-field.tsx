'use client';
import { type ClipboardEvent, useRef } from 'react';
import { stepsIn } from '@/components/catalog/goods/amount-input';
import { splitAmount } from '@/components/orders/order-entry/entry';
import { LookupField } from '@/components/orders/order-entry/lookup-field';
import { useLookup } from '@/components/orders/order-entry/use-lookup';
import { formatCount } from '@/components/ui/format';
import { ScanButton } from '@/components/ui/scanner/scan-button';
import { goodsName, type LineValues } from './draft';
import { isRows } from './sheet';
import type { Goods } from './types';
import { type FoundGoods, useFoundGoods, type useGoods } from './use-goods';

/** What is known of a line as it is added. */
export type AddLine = (goods: Goods, values: Partial<LineValues>, typedOn: boolean) => void;

const valuesOf = (goods: FoundGoods, amount: number | null): Partial<LineValues> => ({
  ...(amount !== null && { quantity: stepsIn(amount, goods.step ?? 1) }),
  ...(goods.package && goods.package),
});

/**
 * Adds goods by what is typed, scanned or pasted: a SKU or a name, `BD-3.5 x6` with its amount, the tag of a known package, or rows
 * of a spreadsheet.
 */
export function GoodsField({
  goods,
  input,
  onAdd,
  autoFocus = false,
  onPaste = null,
}: {
  goods: ReturnType<typeof useGoods>;
  input: React.RefObject<HTMLInputElement | null>;
  onAdd: AddLine;
  autoFocus?: boolean;
  /** Takes rows of a spreadsheet; null where a row says too little. */
  onPaste?: ((text: string) => void) | null;
}) {
  const focused = useRef(false);
  const take = (found: FoundGoods, text: string, typedOn: boolean) =>
    onAdd(found, valuesOf(found, splitAmount(text).amount), typedOn);
  const lookup = useLookup<FoundGoods>({
    input,
    searchOf: (text) => splitAmount(text).search,
    find: goods.find,
    onPick: (found, { text, typedOn }) => {
      take(found, text, typedOn);
      return null;
    },
  });
  const { results, isCurrent, isError } = useFoundGoods(goods, lookup.search, true);
  const known = lookup.current && isCurrent && results !== undefined && results.length > 0;
  const scan = async (code: string) => {
    const [found] = await goods.find(code);
    if (!found) throw new Error(`No product has the code ${code}.`);
    take(found, code, true);
    return goodsName(found);
  };
  const paste = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData('text');
    if (!onPaste || !isRows(text)) return;
    event.preventDefault();
    lookup.setText('');
    onPaste(text);
  };
  return (
    <div className="flex flex-wrap items-start gap-3">
      <fieldset
        className="min-w-0 flex-1 basis-64"
        onPasteCapture={paste}
        onFocus={() => {
          focused.current = true;
        }}
      >
        <LookupField
          label="SKU or product"
          placeholder={onPaste ? 'Type, scan, or paste rows' : 'Type or scan'}
          lookup={lookup}
          onWait={() => lookup.wait()}
          results={results && (results.length > 0 || lookup.search.includes(' ')) ? results : undefined}
          known={known}
          failed={isError}
          keyOf={({ variant_id }) => variant_id}
          onPick={(found) => {
            take(found, lookup.text, false);
            lookup.setText('');
          }}
          input={input}
          autoFocus={autoFocus}
        >
          {(found: FoundGoods) => (
            <span className="min-w-0 flex-1 basis-48 wrap-anywhere">
              {goodsName(found)}
              <span className="block text-muted text-xs">{found.sku}</span>
            </span>
          )}
        </LookupField>
      </fieldset>
      <span className="sm:mt-6.5">
        <ScanButton onScan={scan} loseNothing />
      </span>
    </div>
  );
}

/** What a paste came to: lines that were added, and rows that weren't. */
export const pastedText = (added: number, rejected: number) =>
  [`${formatCount(added, 'line')} added`, rejected > 0 && `${formatCount(rejected, 'row')} couldn't be read`]
    .filter(Boolean)
    .join(', ');
