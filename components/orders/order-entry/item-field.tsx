'use client';
import { keepPreviousData } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { AmountInput } from '@/components/catalog/goods/amount-input';
import { breaksText, caseText } from '@/components/catalog/pricing/ladder';
import { stepText } from '@/components/catalog/pricing/price-notes';
import type { Offer } from '@/components/orders/types';
import { Button } from '@/components/ui/base/button';
import { Field } from '@/components/ui/base/field';
import { DateTime } from '@/components/ui/date-time';
import { formatAmount, formatCount, formatMoney, type Stepped } from '@/components/ui/format';
import { trpc } from '@/components/ui/providers/trpc';
import { useViewer } from '@/components/ui/providers/viewer';
import { byMatch, type EntryLine, lineOf, MOST_UNITS, rowsOf, splitAmount, stepsOfOffer } from './entry';
import { LookupField } from './lookup-field';
import { useLookup } from './use-lookup';

const SHOWN = 8;
/** Before something is chosen an amount has no unit. */
const EACH = {};

/** Of goods that aren't known yet, any amount may be right. */
const ANY = null;

function errorOf(goods: Stepped | null, amount: number | null): string | undefined {
  if (amount === null || amount <= 0) return 'Enter an amount';
  return goods === null || Number.isInteger(amount) ? undefined : stepText(goods);
}

/**
 * SKU, amount, Enter, or both at once (`BD-3.5 x6`): adds lines without leaving the keyboard, however late the results come.
 * @param onWaiting hands on how many texts aren't lines yet
 */
export function ItemField({
  customerId,
  onAdd,
  onWaiting,
}: {
  customerId: string;
  onAdd: (line: EntryLine) => void;
  onWaiting: (count: number) => void;
}) {
  const { entity } = useViewer();
  const utils = trpc.useUtils();
  const [item, setItem] = useState<Offer | null>(null);
  /** The text whose first result is to be chosen, while its amount is typed already. */
  const [asked, setAsked] = useState<string | null>(null);
  /** Steps of what is chosen; before, an amount in its unit. */
  const [amount, setAmount] = useState<number | null>(null);
  const [tried, setTried] = useState(false);
  const skuField = useRef<HTMLInputElement>(null);
  const amountField = useRef<HTMLInputElement>(null);
  const add = (offer: Offer, quantity: number) => onAdd(lineOf(offer, Math.min(quantity, MOST_UNITS)));
  const asking = (search: string) => ({ id: entity.id, customer_id: customerId, search, limit: SHOWN });
  const lookup = useLookup<Offer>({
    input: skuField,
    searchOf: (text) => splitAmount(text).search,
    find: async (search) => byMatch((await utils.market.catalogue.fetch(asking(search))).data, search),
    onPick: (offer, { text, typedOn }) => {
      const steps = stepsOfOffer(offer, splitAmount(text).amount ?? 0);
      const problem = errorOf(offer, steps);
      if (problem && typedOn) return problem;
      if (problem) {
        choose(offer, splitAmount(text).amount);
        return null;
      }
      add(offer, steps);
      if (!typedOn && asked === null) empty();
      return null;
    },
  });
  const { waiting } = lookup;
  useEffect(() => onWaiting(waiting.length), [onWaiting, waiting.length]);
  const empty = () => {
    setItem(null);
    setAsked(null);
    setAmount(null);
    setTried(false);
    lookup.setText('');
  };
  const { amount: typed } = splitAmount(lookup.text);
  /** Back at the SKU: leaving the amount keeps what was typed there, which is emptied after that. */
  const toNext = () => {
    skuField.current?.focus();
    empty();
  };
  /** @param given an amount, which had no unit before */
  const choose = (offer: Offer, given = typed ?? amount) => {
    const steps = given === null ? null : stepsOfOffer(offer, given);
    const isWhole = steps !== null && Number.isInteger(steps);
    if (isWhole && typed !== null) {
      add(offer, steps);
      return toNext();
    }
    setItem(offer);
    setAmount(steps);
    // Between two steps: the field says so.
    setTried(steps !== null && !isWhole);
    lookup.setText(offer.sku);
    amountField.current?.focus();
  };
  const isChosen = item !== null && lookup.text === item.sku;
  const shown = isChosen ? item : EACH;
  const query = trpc.market.catalogue.useQuery(asking(lookup.search), {
    enabled: lookup.search !== '' && !isChosen,
    placeholderData: keepPreviousData,
  });
  const results = query.data && byMatch(query.data.data, lookup.search);
  const known = lookup.current && results !== undefined && !query.isPlaceholderData;
  const isAsked = asked !== null && asked === lookup.text;
  useEffect(() => {
    if (!isAsked || !(known || query.isError)) return;
    setAsked(null);
    const [first] = known ? results : [];
    if (first) return choose(first);
    // The list below the field says what is wrong.
    skuField.current?.focus();
    skuField.current?.select();
  });
  const wait = () => {
    if (isChosen) return amountField.current?.focus();
    if (typed !== null) return lookup.wait();
    setAsked(lookup.text);
    lookup.now();
    if (query.isError) void query.refetch();
    amountField.current?.focus();
  };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isChosen && !isAsked) return skuField.current?.focus();
    if (errorOf(isChosen ? shown : ANY, amount)) {
      setTried(true);
      return amountField.current?.focus();
    }
    if (amount === null) return;
    if (isChosen) add(item, amount);
    else lookup.wait(`${lookup.text.trim()} x${Number(Math.min(amount, MOST_UNITS).toFixed(4))}`);
    toNext();
  };
  return (
    <form onSubmit={submit} className="flex flex-col gap-2">
      <div className="flex flex-wrap items-start gap-3">
        <LookupField
          label="SKU or product"
          placeholder="For example BD-3.5 x6"
          lookup={{
            ...lookup,
            setText: (text) => {
              setItem(null);
              setAsked(null);
              lookup.setText(text);
            },
          }}
          onWait={wait}
          results={isChosen ? undefined : results}
          known={known && !isChosen}
          failed={query.isError}
          keyOf={({ variant_id }) => variant_id}
          onPick={(offer) => choose(offer)}
          onRows={(text) => {
            const rows = rowsOf(text);
            for (const row of rows) lookup.wait(row);
            return rows.length > 0;
          }}
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
        <Field
          label="Amount"
          className="w-36"
          error={tried ? errorOf(isChosen ? shown : ANY, amount) : undefined}
        >
          <AmountInput
            strict
            unknown={!isChosen}
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
        <Button type="submit" className="mt-6.5" disabled={!isChosen && !isAsked}>
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
