// Other features import this file.
import { AppError } from '../../../kernel/errors';
import type { Db } from '../../../platform/db/client';
import { FairQueue } from '../../../platform/rate-limit/fair-queue';
import type { OpenLink } from './link.sql';
import { readShelf, type Shelf } from './shelf';

/** How long what was read may be shown, and when it is read again while it still is. */
const FRESH_MS = 14_000;
const SOON_MS = 7_000;
/** Goods that a process keeps, over all menus. */
const MOST_ITEMS = 200_000;
/** What must be drawn for one menu within a minute. */
const DRAWN_A_MINUTE = 120;
const MINUTE = 60_000;

/** What must be drawn waits here, a menu's in turn: at most a few connections at a time. */
const drawing = new FairQueue({ perKey: 1, total: 3, waiting: 1_000, waitMs: 30_000 });

interface Kept {
  version: number;
  shelf: Shelf;
}

const kept = new Map<string, Kept>();
const reading = new Map<string, Promise<Shelf>>();
const drawn = new Map<string, number[]>();
let items = 0;

const keyOf = ({ menu_id, customer_id }: Pick<OpenLink, 'menu_id' | 'customer_id'>) =>
  `${menu_id}/${customer_id ?? ''}`;

/** Counts what is drawn for a menu. @throws AppError RATE_LIMITED beyond 120 a minute */
export function countDrawn(menuId: string): void {
  const since = Date.now() - MINUTE;
  const times = (drawn.get(menuId) ?? []).filter((at) => at > since);
  if (times.length >= DRAWN_A_MINUTE) throw tooMuch();
  times.push(Date.now());
  drawn.delete(menuId);
  drawn.set(menuId, times);
  if (drawn.size > 10_000) drawn.delete(drawn.keys().next().value as string);
}

/**
 * Draws something of a menu in its turn: a search, a CSV, a new version.
 * @throws AppError RATE_LIMITED beyond 120 a minute of one menu, SERVICE_UNAVAILABLE when too many wait
 */
export async function inTurn<T>(menuId: string, work: () => Promise<T>): Promise<T> {
  countDrawn(menuId);
  return drawing.run(menuId, work);
}

const tooMuch = () =>
  new AppError(
    'RATE_LIMITED',
    'This menu is asked for too much at once. Try again in a minute.',
    { retry_after: 60 },
    { 'Retry-After': '60' },
  );

/**
 * The goods of a menu, read at most 15 seconds ago in this version. While they are still shown they are read again beside.
 * @throws AppError as `inTurn`
 */
export async function shelfOf(db: Db, link: OpenLink): Promise<Shelf> {
  const key = keyOf(link);
  const known = kept.get(key);
  const age = known?.version === link.version ? Date.now() - known.shelf.readAt : Number.POSITIVE_INFINITY;
  if (known && age < SOON_MS) return known.shelf;
  if (known && age < FRESH_MS) {
    if (!reading.has(key)) read(db, link, key).catch(() => {});
    return known.shelf;
  }
  return reading.get(key) ?? read(db, link, key);
}

function read(db: Db, link: OpenLink, key: string): Promise<Shelf> {
  const started = (async () => {
    const shelf = await inTurn(link.menu_id, () => readShelf(db, link));
    keep(key, { version: link.version, shelf });
    return shelf;
  })();
  reading.set(key, started);
  const done = () => {
    if (reading.get(key) === started) reading.delete(key);
  };
  started.then(done, done);
  return started;
}

function keep(key: string, one: Kept): void {
  items += one.shelf.items.length - (kept.get(key)?.shelf.items.length ?? 0);
  kept.delete(key);
  kept.set(key, one);
  for (const [oldest, { shelf }] of kept) {
    if (items <= MOST_ITEMS || oldest === key) return;
    kept.delete(oldest);
    items -= shelf.items.length;
  }
}
