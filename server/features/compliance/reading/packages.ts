import { packageIn, type Row, stateOf } from '../metrc/shapes';
import { findPackage } from '../sending/packages';
import { PACKAGE_STATES, type PackageState } from '../words';
import { keep, type Reading, readChanges, walk } from './lists';
import { heldTags, lockAndKeepPackages, type SeenRow } from './packages.sql';

/** Tags that are read by their label between two looks at the clock. */
const SLICE = 40;
const AT_ONCE = 4;
const WEEK_MS = 7 * 24 * 3_600_000;
/** Characters of a tag that is kept. */
const LONGEST_TAG = 100;

/** Reads every tagged lot with units by its label: of a new connection, and each week. @returns whether all were read */
export async function readLabels({ ctx, site, isOver }: Reading): Promise<boolean> {
  const state = site.reading.labels;
  if (state?.done && Date.now() - Date.parse(state.at ?? '') < WEEK_MS) return true;
  let after = state?.done ? '' : (state?.after ?? '');
  for (;;) {
    const tags = (await heldTags(ctx.db, site.locationId, after, SLICE)).map(({ tag }) => tag);
    for (let at = 0; at < tags.length; at += AT_ONCE) {
      const rows = await Promise.all(
        tags.slice(at, at + AT_ONCE).map(async (tag): Promise<SeenRow> => {
          const found = await findPackage(ctx, site, tag);
          if (!found)
            return { tag, state: null, id: null, item: null, quantity: null, unit: null, modified: null };
          return { ...found, tag, state: stateOf(found) };
        }),
      );
      await lockAndKeepPackages(ctx.db, site.locationId, site.entityId, rows);
    }
    const last = tags.at(-1);
    if (last === undefined || tags.length < SLICE) {
      await keep(ctx, site, 'labels', { done: true, at: new Date().toISOString() });
      return true;
    }
    after = last;
    await keep(ctx, site, 'labels', { ...state, done: false, after });
    if (isOver()) return false;
  }
}

/** Walks the lists of packages once, then reads what changed in each. @returns whether all have reached the present */
export async function readPackages(reading: Reading): Promise<boolean> {
  for (const state of PACKAGE_STATES) {
    const list = `packages.${state}`;
    const path = `/packages/v2/${state}`;
    const store = (rows: Row[]) => keepRows(reading, state, rows);
    const isDone = reading.site.reading[list]?.done ?? false;
    const isThrough = isDone
      ? await readChanges(reading, list, path, store)
      : await walk(reading, list, path, store);
    if (!isThrough) return false;
  }
  return true;
}

async function keepRows({ ctx, site }: Reading, state: PackageState, rows: Row[]): Promise<void> {
  const seen = new Map<string, SeenRow>();
  for (const row of rows) {
    const found = packageIn(row);
    if (found && found.tag.length <= LONGEST_TAG) seen.set(found.tag, { ...found, state });
  }
  if (seen.size > 0) await lockAndKeepPackages(ctx.db, site.locationId, site.entityId, [...seen.values()]);
}
