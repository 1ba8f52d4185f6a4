import { z } from 'zod';
import { invalidRequest } from '../kernel/errors';
import { inner } from './absent';
import { compiled } from './compiled';

/** What an input may cost before its schema sees it (decision 421). */
export interface InputBounds {
  /** Faults that the response lists. */
  faults: number;
  /** Keys at any depth; null without a limit of their own. */
  keys: number | null;
}

export const MEMBER_BOUNDS: InputBounds = { faults: 50, keys: null };
export const PUBLIC_BOUNDS: InputBounds = { faults: 20, keys: 200 };
/** The same of operations whose body may be longer. */
export const LONG_PUBLIC_BOUNDS: InputBounds = { faults: 20, keys: 1_000 };

/** Unknown keys that are read: the rest of them would be listed nowhere, but a schema collects them all. */
const UNKNOWN_KEYS = 20;

type Read = (value: unknown, left: { unknown: number }) => unknown;

interface Definition {
  type: string;
  shape?: Record<string, z.ZodType>;
  catchall?: z.ZodType;
  element?: z.ZodType;
  innerType?: z.ZodType;
  checks?: ReadonlyArray<{ _zod: { def: { check: string; maximum?: number } } }>;
}

/**
 * Makes a reader of inputs that leaves out what the schema rejects whatever it is: unknown keys after the 20th, and the
 * entries of a list beyond one more than it may have.
 */
export function bounded(schema: z.ZodType): (value: unknown) => unknown {
  const read = readerOf(schema);
  return (value) => (read ? read(value, { unknown: UNKNOWN_KEYS }) : value);
}

/** Entries of a list that are checked at once, whatever their faults. */
const FEW = 200;

/**
 * Makes a reader of inputs that leaves out the entries of a long list behind as many wrong ones as the response lists: to say what is
 * wrong with tens of thousands takes a tenth of a second (decision 910).
 * @returns null when no field is a list that may be long
 */
export function upToFaults(input: z.ZodObject, most: number): ((value: unknown) => unknown) | null {
  const long = Object.entries(input.shape).flatMap(([name, schema]) => {
    const { element, checks } = inner(schema as z.ZodType)._zod.def as unknown as Definition;
    return element && mostOf(checks) > FEW
      ? [{ name, element: compiled(element), longest: mostOf(checks) }]
      : [];
  });
  if (long.length === 0) return null;
  return (value) => {
    if (typeof value !== 'object' || value === null) return value;
    const shorter = long.flatMap(({ name, element, longest }) => {
      const list = (value as Record<string, unknown>)[name];
      // Of one that is too long, only its length is reported.
      const isChecked = Array.isArray(list) && list.length > FEW && list.length <= longest;
      return isChecked ? [[name, withoutRest(list, element(), most)]] : [];
    });
    return { ...value, ...Object.fromEntries(shorter) };
  };
}

function withoutRest(list: unknown[], element: z.ZodType, most: number): unknown[] {
  let left = most;
  const last = list.findIndex((one) => !z.validate(element, one) && --left === 0);
  return last < 0 ? list : list.slice(0, last + 1);
}

function readerOf(schema: z.ZodType): Read | null {
  const { shape, catchall, element, innerType, checks } = schema._zod.def as unknown as Definition;
  if (innerType) return readerOf(innerType);
  if (shape) return ofObject(shape, catchall?._zod.def.type === 'never');
  if (!element) return null;
  const most = mostOf(checks);
  const read = readerOf(element);
  return (value, left) => {
    if (!Array.isArray(value)) return value;
    const kept = value.length <= most ? value : value.slice(0, most + 1);
    return read ? kept.map((one) => read(one, left)) : kept;
  };
}

/** Entries that a list may have. */
function mostOf(checks: Definition['checks']): number {
  const found = checks?.find(({ _zod: { def } }) => def.check === 'max_length');
  return found?._zod.def.maximum ?? Number.POSITIVE_INFINITY;
}

function ofObject(shape: Record<string, z.ZodType>, isClosed: boolean): Read {
  const fields = new Map(Object.entries(shape).map(([key, schema]) => [key, readerOf(schema)]));
  return (value, left) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    const kept: Array<[string, unknown]> = [];
    for (const key of Object.keys(value)) {
      const one = (value as Record<string, unknown>)[key];
      if (fields.has(key)) kept.push([key, fields.get(key)?.(one, left) ?? one]);
      else if (!isClosed || left.unknown-- > 0) kept.push([key, one]);
    }
    return Object.fromEntries(kept);
  };
}

/** Rejects a value with more than `most` keys at any depth; the depth itself is checked before. @throws AppError */
export function assertFewKeys(value: unknown, most: number): void {
  let left = most;
  const visit = (one: unknown): void => {
    if (typeof one !== 'object' || one === null) return;
    const inside = Object.values(one);
    left -= inside.length;
    if (left < 0) {
      const message = `must have at most ${most} fields`;
      throw invalidRequest([{ path: '', code: 'too_many_items', message }]);
    }
    for (const next of inside) visit(next);
  };
  visit(value);
}
