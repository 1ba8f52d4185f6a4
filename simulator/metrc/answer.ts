/** What an operation responds with; `written` where it changed the state. */
export interface Answer {
  status: number;
  body?: unknown;
  written?: boolean;
}

/** The rows of a body that are rejected, as the state says it. */
export const refused = (messages: ReadonlyArray<{ row: number; message: string }>): Answer => ({
  status: 400,
  body: messages,
});
export const refusedFor = (message: string, status = 400): Answer => ({ status, body: { Message: message } });

/** Reads a field in both casings. */
export function field(row: unknown, name: string): unknown {
  if (typeof row !== 'object' || row === null) return undefined;
  const values = row as Record<string, unknown>;
  return values[name] ?? values[name.charAt(0).toLowerCase() + name.slice(1)];
}
export const textIn = (row: unknown, name: string): string | null => {
  const value = field(row, name);
  return typeof value === 'string' && value.trim() !== '' ? value : null;
};
export const listIn = (row: unknown, name: string): unknown[] => {
  const value = field(row, name);
  return Array.isArray(value) ? value : [];
};

/** The same value with names in camel case, as the community's document has them. */
export function camel(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(camel);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [name.charAt(0).toLowerCase() + name.slice(1), camel(part)]),
  );
}

const MAX_SIZE = 20;
const DAY_MS = 24 * 3_600_000;

/** A page of rows within the window of their last change, oldest first, or why the question is wrong. */
export function pageOf<T extends object>(
  rows: readonly T[],
  query: URLSearchParams,
  show: (row: T) => object,
): Answer {
  const window = windowIn(query);
  if (typeof window === 'string') return refusedFor(window);
  const number = Number(query.get('pageNumber') ?? 1);
  const size = Number(query.get('pageSize') ?? 10);
  if (!Number.isInteger(number) || number < 1) return refusedFor('pageNumber must be 1 or more.');
  if (!Number.isInteger(size) || size < 1 || size > MAX_SIZE)
    return refusedFor(`pageSize must be from 1 to ${MAX_SIZE}.`);
  const found = rows
    .filter((row) => !window || (changedAt(row) >= window.from && changedAt(row) <= window.to))
    .toSorted((one, other) => changedAt(one) - changedAt(other));
  const shown = found.slice((number - 1) * size, number * size);
  return { status: 200, body: envelope(shown.map(show), found.length, { number, size }) };
}

/** Rows without a moment, such as reasons, stay in their order. */
const changedAt = (row: object) => ('modified' in row && typeof row.modified === 'number' ? row.modified : 0);

export const envelope = (
  rows: object[],
  total: number,
  { number, size }: { number: number; size: number },
) => ({
  Data: rows,
  Total: total,
  TotalRecords: total,
  PageSize: size,
  RecordsOnPage: rows.length,
  Page: number,
  CurrentPage: number,
  TotalPages: Math.max(1, Math.ceil(total / size)),
});

function windowIn(query: URLSearchParams): { from: number; to: number } | null | string {
  const [start, end] = [query.get('lastModifiedStart'), query.get('lastModifiedEnd')];
  if (start === null && end === null) return null;
  const [from, to] = [momentOf(start), momentOf(end)];
  if (Number.isNaN(from) || Number.isNaN(to)) return 'lastModifiedStart and lastModifiedEnd must be moments.';
  const window = { from: from ?? (to ?? 0) - DAY_MS, to: to ?? (from ?? 0) + DAY_MS };
  if (window.to < window.from) return 'lastModifiedEnd must be later than lastModifiedStart.';
  return window.to - window.from > DAY_MS ? 'The window of lastModified must not exceed 24 hours.' : window;
}

/** A plus sign that wasn't escaped arrives as a space, which is no moment. */
const momentOf = (text: string | null) =>
  text === null ? null : /\s/.test(text) ? Number.NaN : Date.parse(text);
