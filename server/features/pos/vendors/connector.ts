import type { Cipher } from '../../../kernel/cipher';
import type { Db } from '../../../platform/db/client';
import type { TargetPolicy } from '../../../platform/outgoing/guard';
import type { RoomType } from '../../inventory/schema';
import type { PROVIDERS, SyncError } from '../schema';
import type { PosHosts } from './hosts';

/** How a POS identifies an item. */
export type PosName = Pick<PosItem, 'externalId' | 'sku'>;

/** An entry that can't be parsed as an item, with whatever name it has. */
export type PosFault = Pick<PosItem, 'externalId' | 'sku' | 'packageId'>;

/** Distinguishes several entries of one item in one room: its package, else the POS's own id. */
export const packageOf = ({ packageId, externalId }: PosFault) => packageId ?? externalId ?? '';

/** How a POS names a lot: by a batch number, a package tag, or both. */
export interface PosLot {
  batchId: string | null;
  packageTag: string | null;
  /** YYYY-MM-DD. */
  expiresOn: string | null;
}

/** A POS's count of one item in one room. It has an id of the POS's own, a SKU, or both. */
export interface PosItem {
  externalId: string | null;
  sku: string | null;
  /** Entries of one item with distinct packages add up. */
  packageId: string | null;
  /** The lot of the units; null when the POS names none, `unreadable` when what it says can't be used. */
  lot: PosLot | 'unreadable' | null;
  name: string | null;
  room: RoomType;
  /** Units. */
  quantity: number;
  /** Unit cost in cents; null when unknown. */
  unitCostCents: number | null;
}

/** A line of a sale or a return. */
export interface PosSale {
  /** The POS's own id of the line, which never changes. */
  id: string;
  /** What the POS calls the whole sale, for people. */
  name: string;
  packageId: string;
  reason: 'SALE' | 'RETURN';
  /** Units that it moves: negative for a sale, 0 once it was voided. */
  units: number;
  /** Whether the counts that are listed with it have it in any case. */
  settled: boolean;
}

export interface PosPage {
  items: readonly PosItem[];
  faults?: readonly PosFault[];
  /** What a member should know of the list. */
  notes?: readonly SyncError[];
  /** Packages that are used up: a list of changes names them without a count. */
  gone?: readonly string[];
  /** Whether the page has each of its packages in every room where it is. */
  isWhole?: boolean;
  /** What explains changed counts. */
  sales?: readonly PosSale[];
  /** Token of the next page; null on the last. */
  next: string | null;
  /** Number of items on all pages; null when the POS cannot tell in advance. */
  total: number | null;
}

/** A location of the POS. */
export interface PosLocation {
  id: string;
  name: string;
}

/**
 * A POS. Calls run outside transactions and are repeatable: a page that was fetched but not applied is fetched again.
 */
export interface PosConnector {
  /** @throws PosError when it is unreachable or rejects the credentials */
  health(): Promise<void>;
  /** At most 500. */
  listLocations(): Promise<PosLocation[]>;
  /**
   * Returns a cursor for this moment: `listChanges` with it returns later changes. Null when the POS has no change
   * list.
   */
  cursor(): Promise<string | null>;
  /** Lists the whole stock page by page. @param page null for the first @throws CursorExpired */
  listItems(page: string | null): Promise<PosPage>;
  /** Lists items that changed since a cursor, with their current count, page by page. @throws CursorExpired */
  listChanges(since: string, page: string | null): Promise<PosPage>;
  /** Removes what was kept while it worked. */
  close?(): Promise<void>;
}

/** Dependencies of connectors. */
export interface PosEnvironment {
  db: Db;
  cipher: Cipher;
  /** Where requests may go: the rule of webhooks (decision 69). */
  outgoing: TargetPolicy;
  /** Origins in place of the vendors' own. */
  vendorHosts: PosHosts;
}

/** The connection that a connector is opened for. */
export interface PosConnection {
  id: string;
  entityId: string;
  locationId: string;
  provider: (typeof PROVIDERS)[number];
  config: unknown;
  /** Encrypted; null when the POS needs none. */
  credentials: string | null;
  /** Cursor of the last completed run. */
  cursor: string | null;
}

/** Timeout and retries of a connector. */
export interface Patience {
  /** For each request. */
  timeoutMs: number;
  /** Maximum tries of each request. */
  attempts: number;
}
