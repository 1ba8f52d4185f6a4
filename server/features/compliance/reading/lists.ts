import { VendorError } from '../../integrations/vendor-error';
import { PAGE, read } from '../metrc/call';
import { pageIn, type Row } from '../metrc/shapes';
import type { Site, TellContext } from '../sending/context';
import { storeReading } from '../sending/site.sql';

const DAY_MS = 24 * 3_600_000;
/** What changed while a window was read is read again. */
const OVERLAP_MS = 5 * 60_000;
/** How far a new connection looks back. */
const FIRST_MS = 7 * DAY_MS;
/** Pages of one list: more is no list of one license. */
const MAX_PAGES = 20_000;

export interface Reading {
  ctx: TellContext;
  site: Site;
  /** Whether others of the business have waited long enough. */
  isOver: () => boolean;
}

/** One page of a list. @throws VendorError, also for a page without the rows that it says it has */
export async function readPage(
  { ctx, site }: Reading,
  path: string,
  page: number,
  query: Record<string, string> = {},
): Promise<{ rows: Row[]; isLast: boolean }> {
  const json = await read(ctx, site.opened, path, {
    ...query,
    pageNumber: String(page),
    pageSize: String(PAGE),
  });
  if (json === null) return { rows: [], isLast: true };
  const found = pageIn(json);
  if (!found) throw new VendorError('vendor_protocol', "The response of Metrc can't be read: it is no list.");
  if (found.rows.length === 0 && page <= found.pages && found.total > (page - 1) * PAGE) {
    throw new VendorError('vendor_protocol', 'Metrc sent an empty page of a list that goes on.');
  }
  return { rows: found.rows, isLast: page >= found.pages || page >= MAX_PAGES };
}

/** All rows of a short list. @throws VendorError */
export async function readAll(reading: Reading, path: string): Promise<Row[]> {
  const all: Row[] = [];
  for (let page = 1; ; page++) {
    const { rows, isLast } = await readPage(reading, path, page);
    all.push(...rows);
    if (isLast) return all;
  }
}

/**
 * Reads what changed in a list since the last time, by windows of a day: the cursor moves once the last page of one is stored.
 * @returns whether it has reached the present
 */
export async function readChanges(
  reading: Reading,
  list: string,
  path: string,
  store: (rows: Row[]) => Promise<void>,
): Promise<boolean> {
  const { ctx, site, isOver } = reading;
  const now = Date.now();
  let at = Date.parse(site.reading[list]?.at ?? new Date(now - FIRST_MS).toISOString());
  while (at < now) {
    const from = at - OVERLAP_MS;
    const to = Math.min(from + DAY_MS, now);
    const query = {
      lastModifiedStart: new Date(from).toISOString(),
      lastModifiedEnd: new Date(to).toISOString(),
    };
    for (let page = 1; ; page++) {
      const { rows, isLast } = await readPage(reading, path, page, query);
      await store(rows);
      if (isLast) break;
    }
    at = to;
    await keep(ctx, site, list, { ...site.reading[list], at: new Date(to).toISOString() });
    if (at < now && isOver()) return false;
  }
  return true;
}

/** Reads a list whole, page by page, and goes on where it was left. @returns whether it has ended */
export async function walk(
  { ctx, site, isOver }: Reading,
  list: string,
  path: string,
  store: (rows: Row[]) => Promise<void>,
): Promise<boolean> {
  const began = site.reading[list]?.since ?? new Date().toISOString();
  let page = site.reading[list]?.page ?? 1;
  for (;;) {
    const { rows, isLast } = await readPage({ ctx, site, isOver }, path, page);
    await store(rows);
    if (isLast) {
      await keep(ctx, site, list, { done: true, at: began });
      return true;
    }
    page++;
    await keep(ctx, site, list, { since: began, page });
    if (isOver()) return false;
  }
}

export async function keep(
  ctx: TellContext,
  site: Site,
  list: string,
  state: Site['reading'][string],
): Promise<void> {
  await storeReading(ctx.db, site, list, state);
  site.reading[list] = state;
}
