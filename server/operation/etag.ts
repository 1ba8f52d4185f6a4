import { hash } from 'node:crypto';
import type { z } from 'zod';
import { invalidRequest } from '../kernel/errors';
import type { Operation } from './init';
import { withoutMembers, withoutNamed } from './json-members';
import type { ObjectRow } from './object-row';
import { JsonText } from './text-list';

/** White space of JSON between its tokens, or what looks like it within a text: PostgreSQL writes stored JSON with it, and in its own order. */
const SPACED = /[{}[\],:]\s|\s[{}[\],:]/;

/**
 * The tag of an object: 22 characters of the hash of what its reader sees (decision 932). What PostgreSQL and this process write of the
 * same object have the same.
 * @param object its GET, which says what is left out
 */
export function etagOf(view: unknown, object: Tagged): string {
  return taggedJson(view, object).tag;
}

type Tagged = Pick<Operation, 'object' | 'versioned' | 'output'>;

/** The tag of an object, and its JSON, which is written once for both. */
export function taggedJson(view: unknown, object: Tagged): { tag: string; json: string } {
  const isText = view instanceof JsonText;
  const json = isText ? view.json : JSON.stringify(view);
  if (object.versioned) return { tag: (view as { version: string }).version, json };
  return { tag: hash('sha256', counted(json, isText, object), 'base64url').slice(0, 22), json };
}

/** What the version is made of. Stored JSON is written again, in the order of the schema. */
function counted(text: string, isText: boolean, { object, output }: Tagged): string {
  const { names, alone } = volatileOf(object, output);
  const isSpaced = isText && (text.includes(', ') || text.includes(': ')) && SPACED.test(text);
  if (!isSpaced && alone) return withoutNamed(text, alone);
  const rest = withoutMembers(text, names);
  if (rest !== null) return rest;
  return withoutMembers(JSON.stringify(output.parse(JSON.parse(text))), names) ?? '';
}

/** What of an object is no part of its version. */
interface Volatile {
  names: ReadonlySet<string>;
  /** The last words of the names, where no other member of the schema has one of them. */
  alone: readonly string[] | null;
}

const known = new WeakMap<ObjectRow, Volatile>();
const NONE: Volatile = { names: new Set(), alone: [] };

function volatileOf(object: ObjectRow | null, output: z.ZodType): Volatile {
  if (!object) return NONE;
  const before = known.get(object);
  if (before) return before;
  const words = object.volatile.map((name) => name.split('.').at(-1) ?? name);
  const members = membersOf(output);
  const isAlone = words.every((word) => members.filter((one) => one === word).length <= 1);
  const found = { names: new Set(object.volatile), alone: isAlone ? words : null };
  known.set(object, found);
  return found;
}

/** The names of all members that a schema declares, of its parts too. */
function membersOf(schema: z.ZodType): string[] {
  const { shape, innerType, element, options, valueType } = schema._zod.def as Parts;
  const parts = [innerType, element, valueType, ...(options ?? []), ...Object.values(shape ?? {})];
  return [...Object.keys(shape ?? {}), ...parts.flatMap((part) => (part ? membersOf(part) : []))];
}

type Parts = Partial<Record<'innerType' | 'element' | 'valueType', z.ZodType>> & {
  shape?: Record<string, z.ZodType>;
  options?: readonly z.ZodType[];
};

const TAG = String.raw`(?:W/)?"[\x21\x23-\x7e\x80-\xff]*"`;
const TAGS = new RegExp(String.raw`^[ \t]*${TAG}(?:[ \t]*,[ \t]*${TAG})*[ \t]*$`);

/** A tag without its weakness, and without what proxies add when they compress. */
const strong = (tag: string) => tag.replace(/^W\//, '').replace(/-(?:gzip|br)"$/, '"');

/** Whether a header names a tag (RFC 9110, 8.8.3.2): the weak comparison, as proxies that compress weaken ours. */
export function namesTag(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false;
  const tags = header.split(',').map((one) => strong(one.trim()));
  return tags.includes('*') || tags.includes(`"${tag}"`);
}

/**
 * Reads a list of tags; `*` is any version that exists.
 * @param path of the field or header that has them @throws AppError INVALID_REQUEST for what isn't a list of tags
 */
export function matcherOf(header: string, path = 'If-Match'): (version: string | null) => boolean {
  if (header.trim() !== '*' && !TAGS.test(header)) {
    const message = 'must be `*` or a list of tags in quotation marks, such as "b2s3…"';
    throw invalidRequest([{ path, code: 'invalid_format', message }]);
  }
  return (version) => version !== null && namesTag(header, version);
}
