import { ImportFileError } from '../../kernel/file-error';
import { serve } from '../../platform/threads/serve';
import type { Batch, FileQuestion, Outcome } from './file-questions';
import { openReader } from './line-readers';
import { mapperOf } from './mapped-lines';
import { readHead, readLines } from './read';

/** A batch ends with so many lines or characters, or after so many lines of the file, most of them blank. */
const BATCH_LINES = 500;
const BATCH_CHARACTERS = 256 * 1024;
const BATCH_SCANNED = 20_000;

let next: (() => Promise<Batch>) | undefined;

function openFile({ contents, delimiter, columns, ...settings }: FileQuestion<'open'>): () => Promise<Batch> {
  const toMapped = mapperOf(columns, settings.mapping, settings.fixes);
  const read = openReader(settings);
  const lines = readLines(contents, delimiter, columns.length);
  return async () => {
    const batch: Batch = { lines: [], isLast: false };
    let characters = 0;
    for (let scanned = 0; scanned < BATCH_SCANNED; scanned++) {
      const { done, value } = await lines.next();
      if (done) return { ...batch, isLast: true };
      if (value === null) continue;
      batch.lines.push(read(toMapped(value)));
      characters += value.cells.reduce((sum, { length }) => sum + length, 0);
      if (batch.lines.length === BATCH_LINES || characters > BATCH_CHARACTERS) break;
    }
    return batch;
  };
}

async function respond(question: FileQuestion): Promise<unknown> {
  if (question.what === 'head') return readHead(question.head, question.isWhole);
  if (question.what === 'open') next = openFile(question);
  return next?.();
}

serve(async (question: FileQuestion): Promise<Outcome<unknown>> => {
  try {
    return { value: await respond(question) };
  } catch (error) {
    if (!(error instanceof ImportFileError)) throw error;
    return { fault: { message: error.reason, line: error.line } };
  }
});
