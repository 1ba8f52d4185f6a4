import { hasNumber } from '../../../kernel/batch-number';
import type { ExternalId } from '../../entities/external-ids/schema';
import { TEST_STATUSES } from '../../lots/schema';
import { CellReader } from '../lines/cell-reader';
import type { LineError } from '../lines/codes';
import { externalOf } from '../lines/external-id';
import type { LineSource, MappedLine } from '../lines/line';

/** A batch as its line has it; what is absent keeps its value. */
export interface BatchEntry {
  batch_id: string;
  sku: string | undefined;
  /** The source's id of the product. */
  product_id: string | undefined;
  harvested_on: string | undefined;
  packaged_on: string | undefined;
  expires_on: string | undefined;
  test_status: (typeof TEST_STATUSES)[number] | undefined;
  external_id: ExternalId | undefined;
}

export interface ReadBatch {
  line: number;
  errors: LineError[];
  sku: string | null;
  note: string | null;
  /** Absent where a cell is wrong. */
  entry: BatchEntry | undefined;
  source?: LineSource;
}

export function readBatch(line: MappedLine): ReadBatch {
  const reader = new CellReader(line);
  const { errors } = reader;
  const read = { line: line.line, errors, sku: line.values.sku?.slice(0, 100) ?? null };
  if (line.fault !== null) {
    reader.fail('', 'unreadable', line.fault);
    return { ...read, note: null, entry: undefined };
  }
  const { sku, product_id } = line.values;
  if (sku === undefined && product_id === undefined) reader.fail('sku', 'required', 'is missing');
  const entry = {
    batch_id: reader.required('batch_id', 100),
    sku: reader.text('sku', 100),
    product_id: reader.text('product_id', 128),
    harvested_on: reader.date('harvested_on'),
    packaged_on: reader.date('packaged_on'),
    expires_on: reader.date('expires_on'),
    test_status: reader.word('test_status', TEST_STATUSES),
    external_id: externalOf(reader),
  };
  if (entry.batch_id !== undefined && !hasNumber(entry.batch_id)) {
    reader.fail('batch_id', 'invalid_format', 'must have a letter or a digit');
  }
  return { ...read, note: reader.note, entry: errors.length > 0 ? undefined : (entry as BatchEntry) };
}
