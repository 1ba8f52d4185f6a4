import { formatCount, formatMoney } from '@/components/ui/format';
import type { Offer } from './types';

const COUNTS = [
  ['orders', 'order'],
  ['quotes', 'quote'],
  ['backorders', 'backorder'],
  ['invoices', 'invoice'],
] as const;
const SUMS = [
  ['owed', 'owed'],
  ['unapplied', 'not applied'],
] as const;

/** Says what of an offer has changed, one change a sentence without its period: “3 orders, 2 before”. */
export function offerChanges(before: Offer, after: Offer): readonly string[] {
  if (before.version === after.version) return [];
  const said = [
    ...COUNTS.flatMap(([key, noun]) =>
      before[key] === after[key] ? [] : `${formatCount(after[key], noun)}, ${before[key]} before`,
    ),
    ...SUMS.flatMap(([key, word]) =>
      before[key] === after[key]
        ? []
        : `${formatMoney(after[key])} ${word}, ${formatMoney(before[key])} before`,
    ),
    ...locationChanges(before, after),
  ];
  // A new note of an order changes no sum, and is still something that the owner hasn't seen.
  return said.length > 0 ? said : ['An order, invoice or payment was changed'];
}

function locationChanges(before: Offer, after: Offer): string[] {
  const known = new Map(before.locations.map((place) => [place.id, place]));
  const kept = new Set(after.locations.map(({ id }) => id));
  return [
    ...after.locations.flatMap((place) => {
      const old = known.get(place.id);
      if (!old) return `New location “${place.name}”`;
      const same = old.name === place.name && JSON.stringify(old.address) === JSON.stringify(place.address);
      return same ? [] : `Location “${place.name}” was changed`;
    }),
    ...before.locations.flatMap(({ id, name }) => (kept.has(id) ? [] : `Location “${name}” was removed`)),
  ];
}
