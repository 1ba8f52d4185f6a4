import { buffer } from 'node:stream/consumers';
import { eq } from 'drizzle-orm';
import type { Cipher } from '../../../kernel/cipher';
import type { Storage } from '../../../kernel/storage';
import type { Db } from '../../../platform/db/client';
import type { Leased } from '../../../platform/lease/lease';
import type { VendorHosts } from '../../integrations/hosts';
import type { SourcePage } from '../../integrations/page-of';
import { sealedConnection } from '../../integrations/queries.sql';
import { readPage } from '../../integrations/reading';
import { noteSuccess } from '../../integrations/service';
import type { Vendor } from '../../integrations/systems';
import { VendorError } from '../../integrations/vendor-error';
import { askVendor, type Caller } from '../../integrations/vendors/exchange';
import { callerOf } from '../../integrations/vendors/open-caller';
import { MigrationFailure } from './failure';
import { openRows } from './rows';
import { endReading, type ListState, type MigrationRow, storeLists, storeRows } from './run.sql';
import { MAX_ROWS } from './schema';
import { migrationFiles } from './tables';
import { distru } from './vendors/distru';
import { leaflink } from './vendors/leaflink';
import type { VendorList, VendorReader } from './vendors/row';
import type { MigrationKind } from './words';

export interface RunContext {
  db: Db;
  storage: Storage;
  cipher: Cipher;
  vendorHosts: VendorHosts;
}
export type LeasedMigration = MigrationRow & Leased;

export const READERS: Record<Vendor, VendorReader> = { leaflink, distru };
export const readerOf = ({ system }: Pick<MigrationRow, 'system'>): VendorReader | undefined =>
  system === 'leaflink' || system === 'distru' ? READERS[system] : undefined;

/** Rows of a page of LeafLink. */
const LIMIT = 100;
/** Pages without a new row after which a list counts as endless. */
const STALE = 3;
const FRESH: ListState = { next: null, done: false, rows: 0, stale: 0 };

/**
 * Reads what the kinds of a migration need, page by page, and goes on where an earlier process stopped.
 * @throws VendorError, MigrationFailure, LeaseLost
 */
export async function readSource(ctx: RunContext, leased: LeasedMigration, pause: () => void): Promise<void> {
  if (leased.source === 'files') await readFiles(ctx, leased);
  else await readApi(ctx, leased, pause);
  await endReading(ctx.db, leased);
  leased.isRead = true;
  leased.step = 0;
}

async function readApi(ctx: RunContext, leased: LeasedMigration, pause: () => void): Promise<void> {
  const { db, vendorHosts } = ctx;
  const [connection] = await sealedConnection(db, leased.connectionId ?? leased.id, leased.entityId);
  const reader = readerOf(leased);
  if (!connection || !reader) {
    throw new MigrationFailure(
      'connection_deleted',
      'The connection was deleted. Create the migration again.',
    );
  }
  if (connection.status === 'off') {
    throw new MigrationFailure('connection_off', 'The connection is off. Turn it on, then read again.');
  }
  const caller = callerOf({ cipher: ctx.cipher, hosts: vendorHosts }, connection);
  for (;;) {
    const lists = await reader.lists(leased.kinds, await openRows(db, leased.id), caller.isNewer);
    const next = lists.find(({ name }) => !leased.lists[name]?.done);
    if (!next) break;
    const path = withSlug(next.path, connection.config.company_slug);
    await readList(db, leased, caller, { ...next, path }, pause);
  }
  await noteSuccess(db, connection.id);
}

const withSlug = (path: string, slug: string | undefined) =>
  slug === undefined
    ? path
    : `${path}${path.includes('?') ? '&' : '?'}company_slug=${encodeURIComponent(slug)}`;

async function readList(
  db: Db,
  leased: LeasedMigration,
  caller: Caller,
  list: VendorList,
  pause: () => void,
): Promise<void> {
  for (;;) {
    pause();
    const state = leased.lists[list.name] ?? FRESH;
    if (state.done) return;
    const address = addressOf(caller, list, state);
    const page = await askVendor(caller, address, list.idFields, state.rows);
    const rows = page?.rows ?? [];
    const after = await db.transaction(async (tx) => {
      const stored = rows.length > 0 ? await storeRows(tx, leased.id, list.name, state.rows, rows) : [];
      const added = stored.filter((row) => row.added).length;
      const next: ListState = {
        next: page?.next ?? null,
        done: page === null || rows.length === 0 || isLast(caller, page, state.rows + rows.length),
        rows: state.rows + rows.length,
        stale: added === 0 ? state.stale + 1 : 0,
      };
      const lists = { ...leased.lists, [list.name]: next };
      await storeLists(tx, leased, lists);
      leased.lists = lists;
      return next;
    });
    if (after.done) return;
    if (after.stale >= STALE) {
      throw new VendorError('vendor_protocol', `The list ${list.name} keeps returning the same rows.`);
    }
    if (after.rows > MAX_ROWS) {
      throw new MigrationFailure('too_many_rows', `The list ${list.name} has more than ${MAX_ROWS} rows.`);
    }
  }
}

/** Whether a page is the last one: by its address of the next, by the length of the list, or because it isn't full. */
function isLast({ isNewer, vendor }: Caller, { next, count, rows }: SourcePage, read: number): boolean {
  if (next !== null) return false;
  if (isNewer) return rows.length < LIMIT;
  return vendor === 'distru' || count === null || read >= count;
}

/** The page after those that were read: LeafLink's by its offset or number, Distru's by its own address. */
function addressOf({ vendor, isNewer }: Caller, { path }: VendorList, { next, rows }: ListState): string {
  if (vendor === 'distru') return next ?? withQuery(path, 'page[number]=1&page[size]=500');
  if (next !== null && URL.canParse(next) && !isNewer) {
    // Its own address says the offset, where it counts in another way than we do; another host is rejected as such.
    return next;
  }
  return withQuery(
    path,
    isNewer ? `page=${Math.floor(rows / LIMIT) + 1}&page_size=${LIMIT}` : `limit=${LIMIT}&offset=${rows}`,
  );
}

const withQuery = (path: string, query: string) => `${path}${path.includes('?') ? '&' : '?'}${query}`;

/** Of a vendor's files those in the form of its API become rows; the others are read as they are checked. */
async function readFiles({ db, storage }: RunContext, leased: LeasedMigration): Promise<void> {
  const files = await db.select().from(migrationFiles).where(eq(migrationFiles.migrationId, leased.id));
  if (files.length === 0) throw new MigrationFailure('no_files', 'Upload a file first.');
  for (const { kind, format, storageKey, fileName } of files) {
    if (format !== 'json') continue;
    const bytes = await buffer(await storage.read(storageKey));
    const page = await readPage(leased.entityId, bytes, ['id', 'number', 'order_number', 'invoice_number']);
    if (typeof page === 'string')
      throw new MigrationFailure('invalid_file', `${fileName} can't be read: ${page}`);
    if (page.rows.length > MAX_ROWS) {
      throw new MigrationFailure('too_many_rows', `${fileName} has more than ${MAX_ROWS} rows.`);
    }
    for (let at = 0; at < page.rows.length; at += 500) {
      await storeRows(db, leased.id, listOfFile(leased, kind), at, page.rows.slice(at, at + 500));
    }
  }
}

/** The list of the API that a file of a kind is in place of. */
function listOfFile({ system }: MigrationRow, kind: MigrationKind): string {
  if (system === 'distru' && kind === 'customers') return 'companies';
  if (system === 'distru' && kind === 'inventory') return 'packages';
  return kind;
}
