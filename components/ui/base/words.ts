/** A text as searches compare it: without case and accents, hyphens, spaces and apostrophes (decision 924). */
export const squeezed = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f\s'‘’ʼ\-‐‑–]/g, '')
    .toLowerCase();

/** Whether a text has every word of a search. */
export function hasAllWords(text: string, search: string): boolean {
  const whole = squeezed(text);
  return search
    .trim()
    .split(/\s+/)
    .every((word) => whole.includes(squeezed(word)));
}
