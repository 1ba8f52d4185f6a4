import { HTTP_READERS } from './http';
import { SQUARE_READERS } from './square';

/** What a thread can read of a response. Each takes known fields alone, with bounds: what it returns is small. */
export const READERS = { ...HTTP_READERS, ...SQUARE_READERS };

type Readers = typeof READERS;
export type ReaderName = keyof Readers;
export type SettingsOf<R extends ReaderName> = Parameters<Readers[R]>[1];
export type ValueOf<R extends ReaderName> = ReturnType<Readers[R]>;

/** @param settings what the reader needs to know, such as the most items on a page */
export interface Question<R extends ReaderName = ReaderName> {
  reader: R;
  bytes: Uint8Array;
  settings: SettingsOf<R> | undefined;
}

/** `ms`: the time on a processor that it took. Not JSON: neither a value nor a fault. */
export type Reading<R extends ReaderName = ReaderName> = { ms: number } & (
  | { value: ValueOf<R> }
  | { fault: string | null }
);
