import { ImportFileError } from '../../kernel/file-error';
import { serve } from '../../platform/threads/serve';
import { HabitsOf, needsHabits } from './file/habits';
import { readHead } from './file/head';
import { readLines } from './file/lines';
import { type FileRow, openContents } from './file/rows';
import type { LineError } from './lines/codes';
import type { Batch, FileQuestion, Outcome } from './lines/file-questions';
import type { MappedLine } from './lines/line';
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
  const toMapped = mapperOf(columns, settings.mapping, settings);
  const read = openReader(settings);
  const contents = openContents(sent);
  const source = { delimiter, headerLine, width: columns.length };
  // How numbers and days are written is known of the whole file alone.
  const seen = new HabitsOf();
  for await (const line of needsHabits(contents, settings.mapping) ? readLines(contents, source) : []) {
    if (line !== null && line.skipped === null && line.fault === null) seen.see(toMapped(line));
  }
  const habits = seen.get(delimiter);
  const orders = settings.kind === 'orders' ? await ordersIn(readLines(contents, source), toMapped) : null;
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
      const mapped = { ...(orders?.(toMapped(value)) ?? toMapped(value)), habits };
      batch.lines.push(withSource(read(mapped), mapped));
      characters += value.cells.reduce((sum, { length }) => sum + length, 0);
      if (batch.lines.length === BATCH_LINES || characters > BATCH_CHARACTERS) break;
    }
    return batch;
  };
}

/**
 * Rows of an order with several lines: the first has all of them, the others say so.
 * @returns a function that makes each row's line of it
 */
async function ordersIn(
  rows: ReturnType<typeof readLines>,
  toMapped: (line: FileRow) => MappedLine,
): Promise<(line: MappedLine) => MappedLine> {
  const first = new Map<string, { line: number; items: object[] }>();
  for await (const row of rows) {
    if (row === null || row.skipped !== null || row.fault !== null) continue;
    const { line, values } = toMapped(row);
    const key = values.external_id ?? values.number;
    if (key === undefined || values.items !== undefined) continue;
    const { sku, product_id, quantity = '', price } = values;
    const order = first.get(key) ?? { line, items: [] };
    order.items.push({ sku, product_id, quantity, price });
    first.set(key, order);
  }
  return (mapped) => {
    const order = first.get(mapped.values.external_id ?? mapped.values.number ?? '');
    if (!order) return mapped;
    if (order.line !== mapped.line) return { ...mapped, partOf: order.line };
    return { ...mapped, values: { ...mapped.values, items: JSON.stringify(order.items) } };
  };
}

/** What a line of a migration has beside its cells. */
function withSource(result: object, { source, faults = [] }: MappedLine): object {
  if (!source) return result;
  const errors = 'errors' in result ? (result.errors as LineError[]) : [];
  errors.push(...faults);
  return { ...result, source };
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
