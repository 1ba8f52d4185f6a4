import { MAX_TOTAL_CENTS } from '../../../kernel/money';
import type { ExternalId } from '../../entities/external-ids/schema';
import { CellReader } from '../lines/cell-reader';
import type { LineError } from '../lines/codes';
import { externalOf } from '../lines/external-id';
import type { LineSource, MappedLine } from '../lines/line';

/** What a customer owed before the books began, as its line has it. */
export interface OpeningEntry {
  /** Its name, nickname or license number; or its external id. */
  customer: string | undefined;
  external_id: ExternalId | undefined;
  number: string;
  issued_on: string;
  due_on: string;
  /** In cents. */
  amount: number;
}

export interface ReadOpening {
  line: number;
  errors: LineError[];
  customerName: string | null;
  /** Absent where a cell is wrong. */
  entry: OpeningEntry | undefined;
  source?: LineSource;
}

export function readOpening(line: MappedLine): ReadOpening {
  const reader = new CellReader(line);
  const { errors } = reader;
  const customerName = (line.values.customer ?? line.values.external_id)?.slice(0, 200) ?? null;
  if (line.fault !== null) {
    reader.fail('', 'unreadable', line.fault);
    return { line: line.line, errors, customerName, entry: undefined };
  }
  const { customer, external_id } = line.values;
  if (customer === undefined && external_id === undefined) {
    reader.fail('customer', 'required', 'is missing: a name or an external id');
  }
  const entry = {
    customer: reader.text('customer', 200),
    external_id: externalOf(reader),
    number: reader.required('number', 100),
    issued_on: dayOf(reader, 'issued_on'),
    due_on: dayOf(reader, 'due_on'),
    amount: amountOf(reader),
  };
  if (entry.issued_on && entry.due_on && entry.due_on < entry.issued_on) {
    reader.fail('due_on', 'range_upside_down', 'must not be before issued_on');
  }
  return {
    line: line.line,
    errors,
    customerName,
    entry: errors.length > 0 ? undefined : (entry as OpeningEntry),
  };
}

function dayOf(reader: CellReader, field: 'issued_on' | 'due_on'): string | undefined {
  if (reader.text(field, 30) === undefined) reader.fail(field, 'required', 'is missing');
  return reader.date(field);
}

function amountOf(reader: CellReader): number | undefined {
  if (reader.text('amount', 30) === undefined) reader.fail('amount', 'required', 'is missing');
  const cents = reader.cents('amount', MAX_TOTAL_CENTS);
  if (cents !== 0) return cents;
  reader.fail('amount', 'value_too_small', 'must be at least 0.01');
  return undefined;
}
