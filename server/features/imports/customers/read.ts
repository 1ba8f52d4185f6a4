import { z } from 'zod';
import { MAX_TOTAL_CENTS } from '../../../kernel/money';
import { oneLineOf } from '../../../kernel/one-line';
import type { ExternalId } from '../../entities/external-ids/schema';
import { BUYER_TYPES } from '../../entities/typed.schema';
import { CellReader } from '../lines/cell-reader';
import type { LineError } from '../lines/codes';
import { externalOf } from '../lines/external-id';
import type { LineSource, MappedLine } from '../lines/line';
import { addressOf } from './addresses';

const Email = z.email();

/** A customer as its line has it; what is absent keeps its value. */
export interface CustomerEntry {
  name: string;
  type: (typeof BUYER_TYPES)[number];
  license_number: string;
  license_type: string | undefined;
  license_expiry: string | undefined;
  address: { street: string; city: string; state: string; zip: string };
  email: string | undefined;
  phone: string | undefined;
  location_name: string | undefined;
  nickname: string | undefined;
  terms_days: number | undefined;
  /** In cents. */
  credit_limit: number | undefined;
  /** Its name. */
  price_list: string | undefined;
  external_id: ExternalId | undefined;
  legal_name: string | undefined;
  erp_id: string | undefined;
  quickbooks_id: string | undefined;
}

export interface ReadCustomer {
  line: number;
  errors: LineError[];
  customerName: string | null;
  note: string | null;
  /** Absent where a cell is wrong. */
  entry: CustomerEntry | undefined;
  source?: LineSource;
}

export function readCustomer(line: MappedLine): ReadCustomer {
  const reader = new CellReader(line);
  const customerName = oneLineOf(line.values.name ?? '').slice(0, 200) || null;
  const { errors } = reader;
  if (line.fault !== null) {
    reader.fail('', 'unreadable', line.fault);
    return { line: line.line, errors, customerName, note: null, entry: undefined };
  }
  if (line.values.type === undefined) reader.fail('type', 'required', 'is missing');
  const entry = {
    name: reader.required('name', 200),
    type: reader.word('type', BUYER_TYPES),
    license_number: licenseOf(reader),
    license_type: reader.text('license_type', 100),
    license_expiry: reader.date('license_expiry'),
    address: addressOf(reader, line),
    email: emailOf(reader),
    phone: phoneOf(reader),
    location_name: reader.text('location_name', 200),
    nickname: reader.text('nickname', 100),
    terms_days: termsOf(reader),
    credit_limit: reader.cents('credit_limit', MAX_TOTAL_CENTS),
    price_list: reader.text('price_list', 100),
    external_id: externalOf(reader),
    legal_name: reader.text('legal_name', 200),
    erp_id: reader.text('erp_id', 128),
    quickbooks_id: reader.text('quickbooks_id', 128),
  };
  return {
    line: line.line,
    errors,
    customerName,
    note: reader.note,
    entry: errors.length > 0 ? undefined : (entry as CustomerEntry),
  };
}

function licenseOf(reader: CellReader): string | undefined {
  const number = reader.required('license_number', 100);
  if (number === undefined || /[\p{L}\p{N}]/u.test(number)) return number;
  reader.fail('license_number', 'invalid_format', 'must have a letter or digit');
  return undefined;
}

/** Days, also as "Net 30" or "COD". */
function termsOf(reader: CellReader): number | undefined {
  const given = reader.text('terms_days', 30);
  if (given === undefined) return undefined;
  const digits = /^(?:net[ -]?)?(\d{1,3})(?: ?days?)?$/i.exec(given)?.[1];
  const days = /^(?:c\.?o\.?d\.?|due on receipt)$/i.test(given) ? 0 : Number(digits ?? Number.NaN);
  if (days <= 365) return days;
  reader.fail('terms_days', 'invalid_number', 'must be days from 0 to 365, such as 30 or Net 30');
  return undefined;
}

/** A number; of a list such as `Phone:(510) 555-0144` without its label. */
function phoneOf(reader: CellReader): string | undefined {
  return reader.text('phone', 50)?.replace(/^(?:phone|mobile|main|work|tel)\.?: ?/i, '');
}

function emailOf(reader: CellReader): string | undefined {
  const email = reader.text('email', 254);
  if (email === undefined || Email.safeParse(email).success) return email;
  reader.fail('email', 'invalid_format', 'must be an email address');
  return undefined;
}
