// Other features import this file.
import type { Logger } from 'pino';
import type { Db } from '../../../platform/db/client';
import { addViews, type OpenLink } from './link.sql';

const MINUTE_MS = 60_000;
const MOST_LINKS = 100_000;

/** Views that this process hasn't added up yet, by link. */
let counted = new Map<string, { menuId: string; views: number }>();
let timer: NodeJS.Timeout | null = null;

/** Counts a view of a link; views are stored once a minute. */
export function countView(
  { db, log }: { db: Db; log: Pick<Logger, 'warn'> },
  { link_id, menu_id }: Pick<OpenLink, 'link_id' | 'menu_id'>,
): void {
  const one = counted.get(link_id) ?? { menuId: menu_id, views: 0 };
  if (counted.size < MOST_LINKS || one.views > 0) counted.set(link_id, { ...one, views: one.views + 1 });
  if (timer) return;
  timer = setTimeout(() => {
    timer = null;
    storeViews(db).catch((error) => log.warn({ err: error }, 'views of menus were not stored'));
  }, MINUTE_MS).unref();
}

/** Stores what was counted; what can't be stored is lost. */
export async function storeViews(db: Db): Promise<void> {
  const views = counted;
  counted = new Map();
  const day = new Date().toISOString().slice(0, 10);
  for (const [linkId, { menuId, views: more }] of views) await addViews(db, linkId, menuId, day, more);
}
