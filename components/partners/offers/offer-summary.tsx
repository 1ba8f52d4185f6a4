'use client';
import { useWatch } from 'react-hook-form';
import { formatCount, formatMoney } from '@/components/ui/format';
import { trpc } from '@/components/ui/providers/trpc';
import { useViewer } from '@/components/ui/providers/viewer';
import { isUnpriced, type OfferValues } from './offer-values';

/** Who will see the offer and what they pay, before it starts. */
export function OfferSummary() {
  const { can } = useViewer();
  const audience = useWatch<OfferValues, 'audience'>({ name: 'audience' });
  const buyers = useWatch<OfferValues, 'buyers'>({ name: 'buyers' });
  const items = useWatch<OfferValues, 'items'>({ name: 'items' });
  const all = trpc.customers.list.useQuery(
    { limit: 1 },
    { enabled: audience === 'all' && can('read:customers') },
  );
  const count = audience === 'chosen' ? buyers.length : (all.data?.pagination.total ?? null);
  if (items.length === 0 || (audience === 'chosen' && count === 0)) return null;
  return (
    <section
      aria-label="Before it starts"
      className="rounded-lg bg-tint-neutral px-4 py-3 text-on-tint-neutral"
    >
      <p className="font-medium">
        {count === null ? 'All connected customers' : formatCount(count, 'customer')} will see{' '}
        {formatCount(items.length, 'item')}
      </p>
      <p className="text-sm">{priceText(items)}</p>
    </section>
  );
}

/** "They pay $12.00 to $40.00, 15% to 20% off wholesale; a lower price of their list stays." */
export function priceText(items: OfferValues['items']): string {
  const priced = items.filter((item) => !isUnpriced(item));
  if (priced.length === 0) return 'They pay their usual prices.';
  const prices = priced.map(({ ladder }) =>
    Math.min(...ladder.flatMap(({ unit_price }) => unit_price ?? [])),
  );
  const off = priced.map(({ wholesale_price }, n) =>
    wholesale_price > 0 ? Math.round((1 - (prices[n] ?? 0) / wholesale_price) * 100) : 0,
  );
  const dearer = off.filter((percent) => percent < 0).length;
  return [
    `They pay ${between(prices, formatMoney)}, ${between(off, (percent) => `${percent}%`)} off wholesale.`,
    dearer > 0 && `${formatCount(dearer, 'item')} above wholesale.`,
    priced.length < items.length &&
      `${formatCount(items.length - priced.length, 'item')} at the usual price.`,
    'A lower price of a customer’s list stays.',
  ]
    .filter(Boolean)
    .join(' ');
}

function between(values: readonly number[], text: (value: number) => string): string {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  return least === most ? text(least) : `${text(least)} to ${text(most)}`;
}
