import { hash } from 'node:crypto';
import { invalidRequest } from '../kernel/errors';
import type { Operation } from './init';
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

function counted(text: string, isText: boolean, { object, output }: Tagged): string {
  const left = (object?.volatile ?? []).filter((name) => text.includes(`"${name.split('.').at(-1)}":`));
  if (left.length === 0 && !(isText && SPACED.test(text))) return text;
  const parsed = JSON.parse(text) as Record<string, unknown>;
  return JSON.stringify(without(isText ? (output.parse(parsed) as typeof parsed) : parsed, left));
}

function without(view: Record<string, unknown>, names: readonly string[]): Record<string, unknown> {
  for (const name of names) {
    const [first = '', nested] = name.split('.');
    if (nested === undefined) delete view[first];
    else for (const entry of (view[first] ?? []) as Array<Record<string, unknown>>) delete entry[nested];
  }
  return view;
}

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
