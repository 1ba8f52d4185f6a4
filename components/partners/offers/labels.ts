import type { BadgeIcon, BadgeTone } from '@/components/ui/base/badge';
import { formatMoney } from '@/components/ui/format';
import type { SpecialOffer } from './types';

export const STATUS: Readonly<
  Record<SpecialOffer['status'], { label: string; tone: BadgeTone; icon: BadgeIcon }>
> = {
  running: { label: 'Running', tone: 'success', icon: 'check' },
  scheduled: { label: 'Scheduled', tone: 'info', icon: 'clock' },
  ended: { label: 'Ended', tone: 'neutral', icon: 'minus' },
};

/** The first few of a list, and how many follow: "Harbor & Pine, Green Leaf and 3 more". */
function firstOf(names: readonly string[], most: number): string {
  const more = names.length - most;
  return more > 0 ? `${names.slice(0, most).join(', ')} and ${more} more` : names.join(', ');
}

/** Whom an offer is for. */
export const buyersText = ({ audience, buyers }: Pick<SpecialOffer, 'audience' | 'buyers'>): string =>
  audience === 'all'
    ? 'All customers'
    : firstOf(
        buyers.map(({ name }) => name),
        2,
      );

type Item = Pick<
  SpecialOffer['items'][number],
  'product_name' | 'variant_name' | 'ladder' | 'unit' | 'step' | 'rooms'
>;

/** The prices of an item: "$18.00, 10+ for $16.50"; "No offer price" for one that the offer only shows. */
export function pricesText({ ladder, unit, step }: Pick<Item, 'ladder' | 'unit' | 'step'>): string {
  if (ladder.length === 0) return 'No offer price';
  return ladder
    .map(({ min_amount, unit_price }) => {
      const price = unit ? `${formatMoney(unit_price)} per ${unit}` : formatMoney(unit_price);
      return min_amount === (step ?? 1) ? price : `${min_amount.toLocaleString('en-US')}+ for ${price}`;
    })
    .join(', ');
}

/** "Blue Dream 3.5 g: $18.00". */
const itemText = ({ product_name, variant_name, ...prices }: Item): string =>
  `${product_name} ${variant_name}: ${pricesText(prices)}`;

/** What an offer is about, by the first of its items. */
export const itemsText = ({ items }: Pick<SpecialOffer, 'items'>): string => firstOf(items.map(itemText), 2);
