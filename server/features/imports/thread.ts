import { ImportFileError } from '../../kernel/file-error';
import { serve } from '../../platform/threads/serve';
import { HabitsOf, needsHabits } from './file/habits';
import { readHead } from './file/head';
import { readLines } from './file/lines';
import { openContents } from './file/rows';
import type { Batch, FileQuestion, Outcome } from './lines/file-questions';
import { mapperOf } from './lines/mapped';
import { openReader } from './lines/readers';

/** A batch ends with so many lines or characters, or after so many lines of the file, most of them blank. */
const BATCH_LINES = 500;
const BATCH_CHARACTERS = 256 * 1024;
const BATCH_SCANNED = 20_000;

let next: (() => Promise<Batch>) | undefined;

async function openFile({
  contents: sent,
  delimiter,
  headerLine,
  columns,
  ...settings
}: FileQuestion<'open'>): Promise<() => Promise<Batch>> {
  const toMapped = mapperOf(columns, settings.mapping, settings.fixes, settings.given);
  const read = openReader(settings);
  const contents = openContents(sent);
  const source = { delimiter, headerLine, width: columns.length };
  // How numbers and days are written is known of the whole file alone.
  const seen = new HabitsOf();
  for await (const line of needsHabits(contents, settings.mapping) ? readLines(contents, source) : []) {
    if (line !== null && line.skipped === null && line.fault === null) seen.see(toMapped(line));
  }
  const habits = seen.get(delimiter);
  const lines = readLines(contents, source);
  return async () => {
    const batch: Batch = { lines: [], skipped: [], isLast: false };
    let characters = 0;
    for (let scanned = 0; scanned < BATCH_SCANNED; scanned++) {
      const { done, value } = await lines.next();
      if (done) return { ...batch, isLast: true };
      if (value === null) continue;
      if (value.skipped) {
        batch.skipped.push(value.skipped);
        continue;
      }
      batch.lines.push(read({ ...toMapped(value), habits }));
      characters += value.cells.reduce((sum, { length }) => sum + length, 0);
      if (batch.lines.length === BATCH_LINES || characters > BATCH_CHARACTERS) break;
    }
    return batch;
  };
}

async function respond(question: FileQuestion): Promise<unknown> {
  if (question.what === 'head') return readHead(question.head, question.isWhole, question.kind);
  if (question.what === 'open') next = await openFile(question);
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
