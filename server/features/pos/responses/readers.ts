import { DUTCHIE_READERS } from './dutchie';
import { readDutchieList } from './dutchie-list';
import { HTTP_READERS } from './http';
import { SQUARE_READERS } from './square';

/** What a thread can read of a response. Each takes known fields alone, with bounds: what it returns is small. */
export const READERS = { ...HTTP_READERS, ...SQUARE_READERS, ...DUTCHIE_READERS };

/** What a thread can read of a response in a file. */
export const FILE_READERS = { dutchieList: readDutchieList };

type Readers = typeof READERS;
export type ReaderName = keyof Readers;
export type SettingsOf<R extends ReaderName> = Parameters<Readers[R]>[1];
export type ValueOf<R extends ReaderName> = ReturnType<Readers[R]>;

type FileReaders = typeof FILE_READERS;
export type FileReaderName = keyof FileReaders;
export type FilesOf<R extends FileReaderName> = Parameters<FileReaders[R]>[0];
export type FileSettingsOf<R extends FileReaderName> = Parameters<FileReaders[R]>[1];
export type FileValueOf<R extends FileReaderName> = NonNullable<ReturnType<FileReaders[R]>>;

/** @param settings what the reader needs to know, such as the most items on a page */
export interface Question<R extends ReaderName = ReaderName> {
  reader: R;
  bytes: Uint8Array;
  settings: SettingsOf<R> | undefined;
}

export interface FileQuestion<R extends FileReaderName = FileReaderName> {
  fileReader: R;
  files: FilesOf<R>;
  settings: FileSettingsOf<R>;
}

/** `ms`: the time on a processor that it took. Not JSON: neither a value nor a fault. */
export type Reading<T = ValueOf<ReaderName>> = { ms: number } & ({ value: T } | { fault: string | null });
