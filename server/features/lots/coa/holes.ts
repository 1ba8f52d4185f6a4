import type { Page } from './layout';

/** What readers of PDF have for letters without text: a sign of no alphabet. */
const HOLE = /[\p{Cc}\p{Co}\uFFFD]/u;
/** Words of certificates as they are without the letters of a ligature (fi, ti), with or without a space in their place. */
const TORN =
  /\b(?:certi ?(?:cates?|cations?|ed)|cer ?(?:fi)?cates?|speci ?(?:cations?|ed|c)|scienti ?c|quanti ?(?:cation|ed)|identi ?(?:cation|ed)|veri ?(?:cation|ed)|con ?(?:dential|rmed)|e ?cacy)\b/i;

/** Whether letters of a text are missing, and where. */
export function hasHole(text: string): boolean {
  return HOLE.test(text);
}

/** Whether words of a document lack letters without a sign of it: any name in it may. */
export function isTorn(pages: readonly Page[]): boolean {
  return pages.some((page) => page.some(({ text }) => TORN.test(text)));
}
