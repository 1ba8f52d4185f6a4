import type { ReaderOptions, ReadResult } from 'zxing-wasm/reader';

/** Reads the codes of a picture. */
export type CodeReader = (video: HTMLVideoElement) => Promise<string[]>;

/** What is printed on packages, shelf labels and tags. */
export const READER_OPTIONS: ReaderOptions = {
  formats: ['Code128', 'DataMatrix', 'QRCode', 'EAN13', 'EAN8', 'UPCA', 'UPCE'],
  maxNumberOfSymbols: 4,
};

/** The text of a code as it is printed below it: a UPC has 12 digits, which the reader fills up to those of an EAN. */
export function printedText({ format, text }: Pick<ReadResult, 'format' | 'text'>): string {
  return /^(EAN|UPC)/.test(format) && /^0\d{12}$/.test(text) ? text.slice(1) : text;
}
