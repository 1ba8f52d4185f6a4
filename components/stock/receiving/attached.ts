import type { Reading } from '@/components/stock/certificates/types';
import { numberKey } from '@/server/kernel/batch-number';

/** A certificate that came with the goods. */
export interface Attached {
  id: number;
  file: File;
  state: 'reading' | 'read' | 'failed';
  /** Null until it is read. */
  reading: Reading | null;
  /** Why it can't be read; null unless that failed. */
  fault: string | null;
  /** As they are saved: what was read, or typed. */
  lab: string;
  date: string;
  /** The line that it was dropped on or given to, or `NOT_SAVED`; null to go by its batch number. */
  lineKey: string | null;
}

/** In place of a line: the certificate isn't saved. */
export const NOT_SAVED = 'none';

type WithBatch = { key: string; batch: string };

/**
 * The certificate of each line, by the line's key: the one that was given to it, else the one with its batch number. A batch takes
 * one, on its first line; another file of it waits to be given to a line.
 */
export function certificatesOf(
  attached: readonly Attached[],
  lines: readonly WithBatch[],
): Map<string, Attached> {
  const of = new Map<string, Attached>();
  const read = attached.filter(({ state, lineKey }) => state === 'read' && lineKey !== NOT_SAVED);
  const isThere = ({ lineKey }: Attached) => lines.some(({ key }) => key === lineKey);
  for (const one of read.filter(isThere)) of.set(one.lineKey ?? '', one);
  const served = new Set(lines.filter(({ key }) => of.has(key)).map(({ batch }) => numberKey(batch)));
  for (const one of read) {
    const number = numberKey(one.reading?.extracted?.batch_id ?? '');
    if (isThere(one) || number === '' || served.has(number)) continue;
    const line = lines.find(({ key, batch }) => !of.has(key) && numberKey(batch) === number);
    if (!line) continue;
    of.set(line.key, one);
    served.add(number);
  }
  return of;
}

/** What keeps a certificate from being saved; null when nothing does. */
export function problemOf({ state, lab, date }: Attached): string | null {
  if (state === 'reading') return 'Wait until the certificate is read';
  if (lab.trim() === '') return 'Enter the laboratory';
  return date === '' ? 'Enter the date of the certificate' : null;
}

const PDF = /\.pdf$/i;
/** Files of a folder that are looked at. */
const MOST_FILES = 200;

async function filesIn(entry: FileSystemEntry): Promise<File[]> {
  if (entry.isFile) {
    return new Promise((resolve) =>
      (entry as FileSystemFileEntry).file(
        (file) => resolve([file]),
        () => resolve([]),
      ),
    );
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  const entries: FileSystemEntry[] = [];
  // A browser hands on a hundred at a time.
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve) =>
      reader.readEntries(resolve, () => resolve([])),
    );
    if (some.length === 0 || entries.length >= MOST_FILES) break;
    entries.push(...some);
  }
  return (await Promise.all(entries.map(filesIn))).flat();
}

/** The PDFs among dropped files and in dropped folders, in the order of their names. */
export async function droppedPdfs({ items, files }: Pick<DataTransfer, 'items' | 'files'>): Promise<File[]> {
  // Entries are gone once the event is over: all are taken first.
  const entries = [...items].flatMap((item) => item.webkitGetAsEntry?.() ?? []);
  const found = entries.length > 0 ? (await Promise.all(entries.map(filesIn))).flat() : [...files];
  return found
    .filter(({ name }) => PDF.test(name))
    .slice(0, MOST_FILES)
    .sort((a, b) => a.name.localeCompare(b.name));
}
