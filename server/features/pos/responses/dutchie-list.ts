import { closeSync, openSync, readSync, writeSync } from 'node:fs';
import { CalendarDate } from '../../../kernel/params';
import type { RoomType } from '../../inventory/schema';
import type { PosFault, PosItem, PosLot } from '../vendors/connector';
import { fieldOf, idIn, lineIn, momentIn } from './dutchie';
import { UnreadableResponse } from './unreadable';

/** Entries of a page, and of a list. */
const PAGE = 500;
const MAX_ENTRIES = 200_000;
/** Bytes of one entry, and that are read at a time. */
const MAX_ENTRY = 256 * 1024;
const CHUNK = 256 * 1024;
const MAX_ROOMS = 20;

export interface DutchieList {
  /** Entries after this id, in their order; all when null. */
  after: string | null;
  /** Only these packages, and those that changed since a moment (ms); everything when null. */
  only: { ids: readonly string[]; since: number } | null;
  rooms: ReadonlyArray<readonly [name: string, room: RoomType]>;
  room: RoomType;
  countAllocated: boolean;
}

/** What is on a page of the file that was written: bytes from `offset` on, the entries up to `last`. */
export interface DutchiePage {
  offset: number;
  length: number;
  last: string;
  entries: number;
}

export interface DutchieEntry {
  items: PosItem[];
  faults: PosFault[];
}

/**
 * Reads a list of Dutchie's inventory from one file and writes what is needed of it to another, in the order of the ids.
 * @returns its pages, and the named packages that aren't listed
 * @throws UnreadableResponse
 */
export function readDutchieList(
  { from, to }: { from: string; to: string },
  settings: DutchieList,
): { pages: DutchiePage[]; total: number; missing: string[] } | null {
  const found: Array<{ id: string; text: string }> = [];
  const listed = new Set<string>();
  const rooms = new Map(settings.rooms);
  const named = settings.only && new Set(settings.only.ids);
  const isWhole = eachEntry(from, (entry) => {
    const id = idIn(entry, 'inventoryId');
    if (id === null) throw new UnreadableResponse('Dutchie lists an item without an inventory id.');
    if (listed.has(id)) return;
    listed.add(id);
    if (listed.size > MAX_ENTRIES)
      throw new UnreadableResponse(`Dutchie lists more than ${MAX_ENTRIES} packages.`);
    if (settings.only && named && !named.has(id) && !isNewer(entry, settings.only.since)) return;
    if (settings.after !== null && inOrder(id, settings.after) <= 0) return;
    found.push({ id, text: JSON.stringify(entryOf(entry, id, { ...settings, rooms })) });
  });
  if (!isWhole) return null;
  found.sort((one, other) => inOrder(one.id, other.id));
  const missing = settings.only?.ids.filter((id) => !listed.has(id)) ?? [];
  return { pages: written(to, found), total: found.length, missing };
}

function written(path: string, entries: ReadonlyArray<{ id: string; text: string }>): DutchiePage[] {
  const file = openSync(path, 'w', 0o600);
  try {
    const pages: DutchiePage[] = [];
    let offset = 0;
    for (let start = 0; start < entries.length; start += PAGE) {
      const page = entries.slice(start, start + PAGE);
      const bytes = Buffer.from(`[${page.map(({ text }) => text).join(',')}]`);
      for (let done = 0; done < bytes.length; ) done += writeSync(file, bytes, done);
      pages.push({ offset, length: bytes.length, last: page.at(-1)?.id ?? '', entries: page.length });
      offset += bytes.length;
    }
    return pages;
  } finally {
    closeSync(file);
  }
}

/** Numbers by their value, which have no more than 15 digits; texts after them. */
function inOrder(one: string, other: string): number {
  const [a, b] = [Number(one), Number(other)];
  if (Number.isFinite(a) && Number.isFinite(b)) return a - b;
  if (Number.isFinite(a) !== Number.isFinite(b)) return Number.isFinite(a) ? -1 : 1;
  return one < other ? -1 : one > other ? 1 : 0;
}

const isNewer = (entry: unknown, since: number) => (momentIn(entry, 'lastModifiedDateUtc') ?? 0) >= since;

/** Calls with each object of a JSON array in a file, one at a time. @returns whether the array is complete */
function eachEntry(path: string, take: (entry: unknown) => void): boolean {
  const file = openSync(path, 'r');
  const splitter = new Splitter(take);
  try {
    const chunk = Buffer.alloc(CHUNK);
    for (let read = readSync(file, chunk); read > 0; read = readSync(file, chunk)) {
      if (!splitter.push(chunk.subarray(0, read))) return false;
    }
    return splitter.isComplete;
  } finally {
    closeSync(file);
  }
}

const [QUOTE, ESCAPE, OPEN, CLOSE, BEGIN, END] = [0x22, 0x5c, 0x7b, 0x7d, 0x5b, 0x5d];
const isBetween = (byte: number) =>
  byte === 0x2c || byte <= 0x20 || byte === 0xef || byte === 0xbb || byte === 0xbf;

/** Finds the objects of an array by their brackets, so that no more than one of them is in memory as text. */
class Splitter {
  isComplete = false;
  #hasBegun = false;
  #depth = 0;
  #isText = false;
  #isEscaped = false;
  #held: Buffer[] = [];
  #heldBytes = 0;

  constructor(private readonly take: (entry: unknown) => void) {}

  /** @returns false for what is no array of objects */
  push(chunk: Buffer): boolean {
    let start = this.#depth > 0 ? 0 : -1;
    for (let at = 0; at < chunk.length; at++) {
      const byte = chunk[at] as number;
      if (this.#depth === 0) {
        if (byte === OPEN && this.#hasBegun && !this.isComplete) {
          this.#depth = 1;
          start = at;
        } else if (!this.#between(byte)) return false;
      } else if (this.#inside(byte)) {
        if (!this.#end(chunk.subarray(start, at + 1))) return false;
        start = -1;
      }
    }
    if (start >= 0) this.#hold(chunk.subarray(start));
    return true;
  }

  #between(byte: number): boolean {
    if (byte === BEGIN && !this.#hasBegun) this.#hasBegun = true;
    else if (byte === END && this.#hasBegun && !this.isComplete) this.isComplete = true;
    else return isBetween(byte);
    return true;
  }

  /** @returns whether the byte ends the object */
  #inside(byte: number): boolean {
    if (this.#isEscaped) this.#isEscaped = false;
    else if (this.#isText) {
      if (byte === ESCAPE) this.#isEscaped = true;
      else if (byte === QUOTE) this.#isText = false;
    } else if (byte === QUOTE) this.#isText = true;
    else if (byte === OPEN) this.#depth += 1;
    else if (byte === CLOSE) this.#depth -= 1;
    return this.#depth === 0;
  }

  #hold(part: Buffer): void {
    this.#heldBytes += part.length;
    if (this.#heldBytes > MAX_ENTRY) throw new UnreadableResponse('Dutchie lists an item that is too large.');
    this.#held.push(Buffer.from(part));
  }

  #end(part: Buffer): boolean {
    this.#hold(part);
    const text = Buffer.concat(this.#held).toString('utf8');
    this.#held = [];
    this.#heldBytes = 0;
    try {
      this.take(JSON.parse(text));
      return true;
    } catch (error) {
      if (error instanceof SyntaxError) return false;
      throw error;
    }
  }
}

interface Reading extends Pick<DutchieList, 'room' | 'countAllocated'> {
  rooms: ReadonlyMap<string, RoomType>;
}

/** The counts of a package by the kind of its rooms. */
function entryOf(entry: unknown, id: string, reading: Reading): DutchieEntry {
  const [externalId, sku] = [idIn(entry, 'productId'), idIn(entry, 'sku')];
  const name = { externalId, sku, packageId: id };
  const counts = countsOf(entry, reading);
  if ((externalId === null && sku === null) || counts === null) return { items: [], faults: [name] };
  const shared = {
    ...name,
    lot: lotOf(entry),
    name: lineIn(entry, 'productName'),
    unitCostCents: costOf(entry),
  };
  return {
    items: [...counts].map(([room, quantity]): PosItem => ({ ...shared, room, quantity })),
    faults: [],
  };
}

/** Units by room, the allocated ones with the first; null where they can't be read. */
function countsOf(entry: unknown, { rooms, room, countAllocated }: Reading): Map<RoomType, number> | null {
  const allocated = countAllocated ? (numberIn(entry, 'allocatedQuantity') ?? 0) : 0;
  const parts = fieldOf(entry, 'roomQuantities');
  const counts = new Map<RoomType, number>();
  if (!Array.isArray(parts) || parts.length === 0) {
    const quantity = numberIn(entry, 'quantityAvailable') ?? numberIn(entry, 'quantity');
    return quantity === null ? null : counts.set(room, exact(quantity + allocated));
  }
  for (const [index, part] of parts.slice(0, MAX_ROOMS).entries()) {
    const quantity = numberIn(part, 'quantityAvailable') ?? numberIn(part, 'quantity');
    if (quantity === null) return null;
    const kind =
      rooms.get(idIn(part, 'roomId') ?? '') ??
      rooms.get(lineIn(part, 'room') ?? lineIn(part, 'roomName') ?? '') ??
      room;
    counts.set(kind, exact((counts.get(kind) ?? 0) + quantity + (index === 0 ? allocated : 0)));
  }
  return counts;
}

const numberIn = (row: unknown, name: string): number | null => {
  const value = fieldOf(row, name);
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
};

/** Millionths, so that decimals that add up to whole units are whole. */
const exact = (value: number) => Math.round(value * 1e6) / 1e6;

/** Dollars to cents; a cost with more decimals is rounded, because Dutchie averages it. */
function costOf(entry: unknown): number | null {
  const cost = numberIn(entry, 'unitCost');
  return cost === null || cost < 0 ? null : Math.round(cost * 100);
}

function lotOf(entry: unknown): PosLot | null {
  const batchId = lineIn(entry, 'batchName', 100);
  const tag = lineIn(entry, 'externalPackageId', 100) ?? lineIn(entry, 'packageId', 100);
  if (batchId === null && tag === null) return null;
  const expiry = fieldOf(entry, 'expirationDate');
  const day = typeof expiry === 'string' ? expiry.slice(0, 10) : null;
  return { batchId, packageTag: tag, expiresOn: CalendarDate.safeParse(day).data ?? null };
}
