'use client';
import { keepPreviousData } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { DateTime } from '@/components/date-time';
import { formatAmount, formatCount, formatMoney, type Stepped } from '@/components/format';
import { AmountInput } from '@/components/goods/amount-input';
import type { Offer } from '@/components/orders/types';
import { breaksText, caseText } from '@/components/pricing/ladder';
import { stepText } from '@/components/pricing/price-notes';
import { trpc } from '@/components/providers/trpc';
import { useViewer } from '@/components/providers/viewer';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { byMatch, type EntryLine, lineOf, MOST_UNITS, splitAmount, stepsOfOffer } from './entry';
import { LookupField } from './lookup-field';
import { useLookup } from './use-lookup';

const SHOWN = 8;
/** Before something is chosen an amount has no unit. */
const EACH = {};

function errorOf(goods: Stepped, amount: number | null): string | undefined {
  if (amount === null || amount <= 0) return 'Enter an amount';
  return Number.isInteger(amount) ? undefined : stepText(goods);
}

/** SKU, amount, Enter, or both at once (`BD-3.5 x6`): adds lines without leaving the keyboard. */
export function ItemField({ customerId, onAdd }: { customerId: string; onAdd: (line: EntryLine) => void }) {
  const { entity } = useViewer();
  const [item, setItem] = useState<Offer | null>(null);
  /** Steps of what is chosen. */
  const [amount, setAmount] = useState<number | null>(null);
  const [tried, setTried] = useState(false);
  const skuField = useRef<HTMLInputElement>(null);
  const amountField = useRef<HTMLInputElement>(null);
  const addLine = (offer: Offer, quantity: number) => {
    onAdd(lineOf(offer, Math.min(quantity, MOST_UNITS)));
    // Leaving the amount keeps what was typed there: it is emptied after that.
    skuField.current?.focus();
    setItem(null);
    setAmount(null);
    setTried(false);
    lookup.setText('');
  };
  const choose = (offer: Offer) => {
    // What was typed before has no unit yet.
    const asked = typed ?? amount;
    const steps = asked === null ? null : stepsOfOffer(offer, asked);
    const isWhole = steps !== null && Number.isInteger(steps);
    if (isWhole && typed !== null) return addLine(offer, steps);
    setItem(offer);
    setAmount(steps);
    // Between two steps: the field says so.
    setTried(steps !== null && !isWhole);
    lookup.setText(offer.sku);
    amountField.current?.focus();
  };
  const lookup = useLookup<Offer>(choose, (text) => splitAmount(text).search);
  const { amount: typed } = splitAmount(lookup.text);
  const isChosen = item !== null && lookup.text === item.sku;
  const shown = isChosen ? item : EACH;
  const query = trpc.market.catalogue.useQuery(
    { id: entity.id, customer_id: customerId, search: lookup.search, limit: SHOWN },
    { enabled: lookup.search !== '' && !isChosen, placeholderData: keepPreviousData },
  );
  const results = query.data && byMatch(query.data.data, lookup.search);
  const known = results !== undefined && !query.isPlaceholderData;
  const { found } = lookup;
  useEffect(() => {
    if (known && results) found(results);
  });

  const add = (event: FormEvent) => {
    event.preventDefault();
    if (!item || !isChosen) return skuField.current?.focus();
    if (errorOf(item, amount)) {
      setTried(true);
      return amountField.current?.focus();
    }
    if (amount === null) return;
    addLine(item, amount);
  };
  return (
    <form onSubmit={add} className="flex flex-col gap-2">
      <div className="flex flex-wrap items-start gap-3">
        <LookupField
          label="SKU or product"
          placeholder="For example BD-3.5 x6"
          text={lookup.text}
          onTextChange={(text) => {
            setItem(null);
            lookup.setText(text);
          }}
          onEnter={() => {
            if (!isChosen) return lookup.wait(known);
            amountField.current?.focus();
            return true;
          }}
          results={isChosen ? undefined : results}
          failed={query.isError}
          keyOf={({ variant_id }) => variant_id}
          onPick={choose}
          input={skuField}
          autoFocus
        >
          {(offer) => (
            <>
              <span className="min-w-0 flex-1 basis-48 wrap-anywhere">
                {offer.product_name} · {offer.variant_name}
                <span className="block text-muted text-xs">{offer.sku}</span>
              </span>
              <span className="text-right text-sm tabular-nums">
                {formatMoney(offer.wholesale_price)}
                {offer.unit && `/${offer.unit}`}
                <span className="block text-muted text-xs">
                  {formatAmount(offer.available_quantity, offer)} available
                </span>
              </span>
            </>
          )}
        </LookupField>
        <Field label="Amount" className="w-36" error={tried ? errorOf(shown, amount) : undefined}>
          <AmountInput
            strict
            ref={amountField}
            goods={shown}
            value={typed === null || isChosen ? amount : typed}
            onValueChange={(changed) => {
              setAmount(changed);
              // The amount of this field replaces the one after the SKU.
              if (typed !== null && !isChosen && changed !== typed)
                lookup.setText(splitAmount(lookup.text).search);
            }}
            min={1}
            max={MOST_UNITS}
          />
        </Field>
        <Button type="submit" className="mt-6.5" disabled={!isChosen}>
          Add
        </Button>
      </div>
      <p role="status" className="min-h-5 text-muted text-sm">
        {item && isChosen && (
          <>
            {item.product_name} · {item.variant_name}: {formatMoney(item.wholesale_price)}
            {item.unit && `/${item.unit}`}
            {[caseText(item), breaksText(item.price_ladder, item)]
              .filter(Boolean)
              .map((text) => ` (${text})`)}
            ,{' '}
            {item.last_price === null ? (
              'not bought before'
            ) : (
              <>
                last paid {formatMoney(item.last_price)}{' '}
                <DateTime value={item.last_ordered_at} timezone={entity.timezone} relative="inline" />
              </>
            )}
            ,{' '}
            {item.unit
              ? formatAmount(item.available_quantity, item)
              : formatCount(item.available_quantity, 'unit')}{' '}
            available
          </>
        )}
      </p>
    </form>
  );
}
