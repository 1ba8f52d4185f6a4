import type { Cipher } from '../../kernel/cipher';
import type { Db } from '../../platform/db/client';
import type { TargetPolicy } from '../../platform/outgoing/guard';
import type { RoomType } from '../inventory/schema';
import { openCredentials } from './credentials';
import { openHttp } from './http';
import type { PROVIDERS } from './schema';
import { openSimulator } from './simulator';
import { openSquare } from './square';

/** What a POS calls a thing. */
export type PosName = Pick<PosItem, 'externalId' | 'sku'>;

/** What it listed and can't be read as an item, as far as it has a name. */
export type PosFault = Pick<PosItem, 'externalId' | 'sku' | 'packageId'>;

/** Which of several rows of one item in one room is meant: its package, else the POS's own id. */
export const packageOf = ({ packageId, externalId }: PosFault) => packageId ?? externalId ?? '';

/** What a POS counts of one thing in one room. It has an id of the POS's own, a SKU, or both. */
export interface PosItem {
  externalId: string | null;
  sku: string | null;
  /** Rows of one item with distinct packages add up. */
  packageId: string | null;
  name: string | null;
  room: RoomType;
  /** Units. */
  quantity: number;
  /** What a unit cost, in cents; null when the POS does not know. */
  unitCostCents: number | null;
}

export interface PosPage {
  items: readonly PosItem[];
  faults?: readonly PosFault[];
  /** Asks for the page after this one; null on the last. */
  next: string | null;
  /** How many items all pages have; null when the POS cannot tell beforehand. */
  total: number | null;
}

/** A location as the POS knows it. */
export interface PosLocation {
  id: string;
  name: string;
}

/**
 * A POS. Nothing here runs inside a transaction, and every call may be made again: a page that was
 * asked for and not applied is asked for once more.
 */
export interface PosConnector {
  /** @throws PosError when it cannot be reached, or does not let us in */
  health(): Promise<void>;
  /** At most 500. */
  listLocations(): Promise<PosLocation[]>;
  /** Names this moment: `listChanges` from it gives what changed afterwards. Null when it cannot tell changes. */
  cursor(): Promise<string | null>;
  /** All that is in stock, page by page. @param page null for the first @throws CursorExpired */
  listItems(page: string | null): Promise<PosPage>;
  /** What changed since a cursor, with its present count, page by page. @throws CursorExpired */
  listChanges(since: string, page: string | null): Promise<PosPage>;
}

/** What connectors work with. */
export interface PosEnvironment {
  db: Db;
  cipher: Cipher;
  /** Where requests may go: the rule of webhooks (decision 69). */
  outgoing: TargetPolicy;
}

/** What a connector is opened for. */
export interface PosConnection {
  id: string;
  locationId: string;
  provider: (typeof PROVIDERS)[number];
  config: unknown;
  /** Encrypted; null when the POS asks for nothing. */
  credentials: string | null;
  /** Where the last completed run left off. */
  cursor: string | null;
}

/** How a connector meets what does not answer. */
export interface Patience {
  /** For each request. */
  timeoutMs: number;
  /** Tries of each request in all. */
  attempts: number;
}
const OF_RUNS: Patience = { timeoutMs: 15_000, attempts: 4 };

/** The connector of a connection's provider. @throws PosError when its configuration cannot be used */
export function openConnector(
  { db, cipher, outgoing }: PosEnvironment,
  connection: PosConnection,
  patience: Patience = OF_RUNS,
): PosConnector {
  if (connection.provider === 'simulator') return openSimulator(db, connection);
  const credentials = openCredentials(cipher, connection.credentials);
  const remote = { config: connection.config, credentials, outgoing, patience };
  return connection.provider === 'http' ? openHttp(remote) : openSquare(remote);
}
