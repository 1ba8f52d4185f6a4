import { PRICES, THC_BANDS } from './list';

export const THC_OPTIONS = THC_BANDS.map((value) => {
  const [from, to] = value.split('-');
  const label = from === '0' ? `Up to ${to}%` : to === '100' ? `${from}% and more` : `${from}–${to}%`;
  return { value, label };
});

export const PRICE_OPTIONS = PRICES.map((value) => ({ value, label: `Up to $${value}` }));

export const MARKET_SORT_OPTIONS = [
  { value: 'name', label: 'Name' },
  { value: 'price', label: 'Lowest price' },
  { value: 'price_per_gram', label: 'Lowest price per gram' },
  { value: 'price_per_100_mg', label: 'Lowest price per 100 mg' },
  { value: '-thc', label: 'Most THC' },
];
