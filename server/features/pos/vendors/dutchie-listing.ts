import { createWriteStream } from 'node:fs';
import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DutchieEntry, DutchieList, DutchiePage } from '../responses/dutchie-list';
import type { PosPage } from './connector';
import { type Exchange, NOT_JSON, patiently, send } from './exchange';
import { PosError } from './pos-error';

/** Of the whole list. */
const LIMITS = { maxBytes: 64 * 1024 * 1024, timeoutMs: 60_000 };
const REPORT = '/reporting/inventory?includeRoomQuantities=true&includeAllocated=true';
const PLAIN = '/inventory?includeRoomQuantities=true&includeAllocated=true';

/**
 * The list of one run of a Dutchie connection. It comes as one array, so it is kept in a file, from which pages are handed
 * out in the order of inventory ids: a run that resumes elsewhere goes on after the last id.
 */
export class DutchieListing {
  #folder: string | null = null;
  #file: FileHandle | null = null;
  #pages: readonly DutchiePage[] = [];
  #total = 0;

  constructor(private readonly exchange: Exchange) {}

  get isReady(): boolean {
    return this.#file !== null;
  }

  /** Downloads the list. @returns whether it is the limited one, because the key may not read reports @throws PosError */
  async load(): Promise<boolean> {
    await this.close();
    this.#folder = await mkdtemp(join(tmpdir(), 'tallyleaf-pos-'));
    if (await this.#download(REPORT, [403])) return false;
    await this.#download(PLAIN, []);
    return true;
  }

  /** @returns false for a status that is expected @throws PosError */
  #download(path: string, expected: readonly number[]): Promise<boolean> {
    return patiently(this.exchange.patience, async () => {
      const into = createWriteStream(this.#path('list'), { mode: 0o600 });
      const call = { method: 'GET', path, expected, maxBytes: LIMITS.maxBytes } as const;
      const response = await send(this.exchange, call, { into, timeoutMs: LIMITS.timeoutMs });
      into.destroy();
      return response instanceof PosError ? response : response.status === 200;
    });
  }

  /** Reads what was downloaded. @returns named packages that aren't listed @throws PosError */
  async read(settings: DutchieList): Promise<string[]> {
    const files = { from: this.#path('list'), to: this.#path('pages') };
    const value = await this.exchange.parsing.readFile({ fileReader: 'dutchieList', files, settings });
    if (value === null) throw NOT_JSON();
    await rm(files.from);
    this.#pages = value.pages;
    this.#total = value.total;
    this.#file = await open(files.to, 'r');
    return value.missing;
  }

  /** @param after the last id of the page before; null for the first */
  async page(after: string | null): Promise<PosPage> {
    const index = after === null ? 0 : this.#pages.findIndex(({ last }) => last === after) + 1;
    const page = this.#pages[index];
    const next = this.#pages[index + 1] ? (page?.last ?? null) : null;
    if (!page || !this.#file) return { items: [], next: null, total: this.#total, isWhole: true };
    const bytes = Buffer.alloc(page.length);
    await this.#file.read(bytes, 0, page.length, page.offset);
    const entries = JSON.parse(bytes.toString('utf8')) as DutchieEntry[];
    return {
      items: entries.flatMap(({ items }) => items),
      faults: entries.flatMap(({ faults }) => faults),
      ...{ next, total: null, isWhole: true },
    };
  }

  async close(): Promise<void> {
    await this.#file?.close();
    this.#file = null;
    if (this.#folder) await rm(this.#folder, { recursive: true, force: true });
    this.#folder = null;
  }

  #path(name: string): string {
    return join(this.#folder ?? tmpdir(), name);
  }
}
