import type { AppError, FieldError } from '../../../kernel/errors';
import type { GOODS_QUESTIONS } from '../../inventory/goods-receipts/schema';
import { IMPORT_FIELDS } from '../fields';
import { isLineCode, type LineError } from '../lines/codes';
import { lineErrorOf } from '../lines/line';

const ASKED: Record<(typeof GOODS_QUESTIONS)[number], string> = {
  expired: 'has expired',
  recalled: 'is recalled',
  tag_on_order: 'is on an order under way',
  same_reference: 'is on another receipt of the supplier',
  certificate_differs: 'is not what the certificate says',
};

interface Asked {
  path: string;
  code: keyof typeof ASKED;
  value: string;
}

const PATH = /^lines\[(\d+)\](?:\.(\w+))?$/;
const isField = (name: string) => (IMPORT_FIELDS.goods_receipts as readonly string[]).includes(name);

/** An error of a field as the error of a cell, which its column or the line as a whole has. */
export function cellErrorOf({ code, message }: FieldError, field: string): LineError {
  return { field: isField(field) ? field : '', code: isLineCode(code) ? code : 'rejected', message };
}

/**
 * What an error of a receipt says of its lines, by their places; of all of them where it names none. Questions are errors until
 * the column `confirm` has their codes.
 */
export function lineErrorsOf(error: AppError, count: number): Map<number, LineError[]> {
  const found = new Map<number, LineError[]>();
  const add = (index: number, one: LineError) => found.set(index, [...(found.get(index) ?? []), one]);
  const all = Array.from({ length: count }, (_, index) => index);
  const { errors = [], questions = [] } = error.details as { errors?: FieldError[]; questions?: Asked[] };
  for (const one of errors) {
    const [, index, field = ''] = PATH.exec(one.path) ?? [];
    if (index !== undefined) add(Number(index), cellErrorOf(one, field));
    else for (const each of all) add(each, cellErrorOf(one, one.path));
  }
  for (const { path, code, value } of questions) {
    const [, index, field = path] = PATH.exec(path) ?? [];
    const message = `${ASKED[code]} (${value}): write ${code} into confirm to receive it`;
    const asked: LineError = { field: isField(field) ? field : '', code: 'confirm_required', message };
    for (const each of index === undefined ? all : [Number(index)]) add(each, asked);
  }
  if (found.size === 0) for (const each of all) add(each, lineErrorOf(error));
  return found;
}
