import { CATEGORIES, THC_BANDS } from './list';

export const CATEGORY_OPTIONS = CATEGORIES.map((value) => ({
  value,
  label: value.charAt(0).toUpperCase() + value.slice(1),
}));

export const THC_OPTIONS = THC_BANDS.map((value) => {
  const [from, to] = value.split('-');
  const label = from === '0' ? `Up to ${to}%` : to === '100' ? `${from}% and more` : `${from}–${to}%`;
  return { value, label };
});
