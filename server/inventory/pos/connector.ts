import type { Db } from '../../db/client';
import type { RoomType } from '../schema';
import { openSimulator } from './simulator';

/** What a point of sale counts of one SKU in one room. */
export interface PosItem {
  sku: string;
  room: RoomType;
  /** Units. */
  quantity: number;
  /** What a unit cost, in cents; null when the point of sale does not know. */
  unitCostCents: number | null;
}

export interface PosPage {
  items: readonly PosItem[];
  /** Asks for the page after this one; null on the last. */
  next: string | null;
  /** How many items all pages have; null when the point of sale cannot tell beforehand. */
  total: number | null;
}

/** A location as the point of sale knows it. */
export interface PosLocation {
  id: string;
  name: string;
}

/**
 * A point-of-sale system. Nothing here runs inside a transaction, and every call may be made again: a page that was
 * asked for and not applied is asked for once more.
 */
export interface PosConnector {
  /** @throws PosError when it cannot be reached, or does not let us in */
  health(): Promise<void>;
  listLocations(): Promise<PosLocation[]>;
  /** Names this moment: `listChanges` from it gives what changed afterwards. */
  cursor(): Promise<string>;
  /** All that is in stock, page by page. @param page null for the first */
  listItems(page: string | null): Promise<PosPage>;
  /** What changed since a cursor, with its present count, page by page. */
  listChanges(since: string, page: string | null): Promise<PosPage>;
}

/** What a connector is opened for. */
export interface PosConnection {
  id: string;
  locationId: string;
  provider: 'simulator';
  config: unknown;
  /** Where the last completed run left off. */
  cursor: string | null;
}

/** The connector of a connection's provider. @throws PosError when its configuration cannot be used */
export function openConnector(db: Db, connection: PosConnection): PosConnector {
  return PROVIDERS[connection.provider](db, connection);
}

const PROVIDERS: Record<PosConnection['provider'], (db: Db, connection: PosConnection) => PosConnector> = {
  simulator: openSimulator,
};
