import type { Tried } from './types';

/** As much of a response as the page shows. */
const MOST_TEXT = 100_000;

export type Outcome =
  | { failed: true }
  | {
      failed: false;
      status: number;
      statusText: string;
      milliseconds: number;
      headers: readonly [string, string][];
      text: string;
      /** Where the whole response can be saved from, of a file or a long text. */
      file: string | null;
    };

/** Builds the request of what was filled in; null when the body is not JSON. Empty fields are not sent. */
export function requestOf(
  { method, path, isPublic, json, form }: Tried,
  fields: FormData,
): { url: string; init: RequestInit } | null {
  let url = path;
  const query = new URLSearchParams();
  const headers = new Headers();
  const body = new FormData();
  for (const [name, value] of fields) {
    const [place, ...rest] = name.split(':');
    const key = rest.join(':');
    if (place === 'form') body.set(key, value);
    if (typeof value !== 'string' || value.trim() === '') continue;
    if (place === 'path') url = url.replace(`{${key}}`, encodeURIComponent(value.trim()));
    if (place === 'query') query.set(key, value.trim());
    if (place === 'header') headers.set(key, value.trim());
  }
  if (!isPublic) headers.set('Authorization', `Bearer ${String(fields.get('key')).trim()}`);
  const text = String(fields.get('body') ?? '').trim();
  const sendsJson = json !== null && text !== '';
  if (sendsJson) {
    if (!isJson(text)) return null;
    headers.set('Content-Type', 'application/json');
  }
  const search = query.size > 0 ? `?${query}` : '';
  return {
    url: `${url}${search}`,
    init: {
      method,
      headers,
      // The key alone decides: the session's cookies stay out of it (decision 205).
      credentials: 'omit',
      cache: 'no-store',
      ...(sendsJson && { body: text }),
      ...(form && { body }),
    },
  };
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Sends a request and reads its response. */
export async function send({ url, init }: { url: string; init: RequestInit }): Promise<Outcome> {
  const started = performance.now();
  try {
    const response = await fetch(url, init);
    const blob = await response.blob();
    const milliseconds = Math.round(performance.now() - started);
    const type = response.headers.get('content-type') ?? '';
    const isText = /json|text/.test(type);
    const text = isText ? formatted(await blob.text(), type) : '';
    const isWhole = isText && text.length <= MOST_TEXT;
    return {
      failed: false,
      status: response.status,
      statusText: response.statusText,
      milliseconds,
      headers: [...response.headers],
      text: text.slice(0, MOST_TEXT),
      file: isWhole || blob.size === 0 ? null : URL.createObjectURL(blob),
    };
  } catch {
    return { failed: true };
  }
}

function formatted(text: string, type: string): string {
  return type.includes('json') && isJson(text) ? JSON.stringify(JSON.parse(text), null, 2) : text;
}
