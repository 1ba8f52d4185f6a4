import { hash } from 'node:crypto';
import { z } from 'zod';
import { type FieldError, invalidRequest } from '../../kernel/errors';
import { Count, Id } from '../../kernel/params';

/** Where a cursor continues. */
export interface Position {
  key: string;
  id: string;
  page: number;
  asOf: string;
}

const CursorParts = z.tuple([z.string(), z.string(), Id, Count.min(2), z.string().refine(isInstant)]);

export function encode(scope: string, { key, id, page, asOf: moment }: Position): string {
  return Buffer.from(JSON.stringify([scope, key, id, page, moment])).toString('base64url');
}

/** @throws AppError INVALID_REQUEST for a malformed cursor or another list's */
export function decode(
  cursor: string,
  scope: string,
  isValidKey: ((key: string) => boolean) | undefined,
): Position {
  const { data } = CursorParts.safeParse(parse(cursor));
  if (!data || !isValidKey) throw badCursor('invalid_cursor', 'is not a cursor of this list');
  const [issuedFor, key, id, page, moment] = data;
  if (issuedFor !== scope || !isValidKey(key)) {
    throw badCursor('invalid_cursor', 'is not a cursor of this list with this sort and these filters');
  }
  return { key, id, page, asOf: moment };
}

function parse(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString());
  } catch {
    return null;
  }
}

/** Digests that are remembered at most. */
const KNOWN = 1_000;
const known = new Map<string, string>();

/** Identifies the list, owner, sort and filters that a cursor was issued for. */
export function digest(parts: unknown): string {
  const sorted = (_: string, value: unknown) =>
    value && typeof value === 'object' && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value;
  const text = JSON.stringify(parts, sorted);
  const value = known.get(text) ?? hash('sha256', text, 'base64url').slice(0, 16);
  if (known.size >= KNOWN) known.clear();
  // A long search isn't worth its memory.
  if (text.length <= 500) known.set(text, value);
  return value;
}

/** Returns true for an instant in the format of our SQL, which the database can parse. */
export function isInstant(text: string): boolean {
  const [, second] = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)\.\d{3}(?:\d{3})?Z$/.exec(text) ?? [];
  if (second === undefined || second < '0001') return false;
  const parsed = Date.parse(`${second}Z`);
  return !Number.isNaN(parsed) && new Date(parsed).toISOString().startsWith(`${second}.`);
}

export function badCursor(code: FieldError['code'], message: string) {
  return invalidRequest([{ path: 'cursor', code, message }]);
}
