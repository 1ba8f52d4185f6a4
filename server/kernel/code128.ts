// Pages import this file.
import JsBarcode from 'jsbarcode';

/** @returns the bars and gaps of a text as a Code 128 barcode, `1` and `0` per module; null for one that has none */
export function code128(text: string): string | null {
  const drawn: { encodings?: { data: string }[] } = {};
  try {
    JsBarcode(drawn, text, { format: 'CODE128' });
  } catch {
    // Letters beyond ASCII.
    return null;
  }
  return drawn.encodings?.map(({ data }) => data).join('') ?? null;
}

/** Where its bars are. @param modules as `code128` returns them */
export function barsOf(modules: string): { start: number; width: number }[] {
  return [...modules.matchAll(/1+/g)].map(({ index, 0: bar }) => ({ start: index, width: bar.length }));
}
