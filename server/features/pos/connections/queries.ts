import { existing } from '../../../kernel/errors';
import type { ReadContext } from '../../../operation/context';
import type { MappingView } from '../resource';
import { PosConnection, SHOWN } from '../schema';
import type { PosConnection as OpenedConnection } from '../vendors/connector';
import { type PosHosts, placeOfPos } from '../vendors/hosts';
import {
  type ConnectionView,
  connectionAt,
  openableAt,
  readMappings,
  seenMapping,
  stockableVariant,
} from './queries.sql';

export type { ConnectionView } from './queries.sql';

/** Reads the POS of a location. @throws AppError NOT_FOUND when none is connected, or the location is not accessible */
export async function getConnection({ db, actor }: ReadContext, locationId: string): Promise<ConnectionView> {
  const row = await existing(connectionAt(db, locationId, actor));
  const { last_id, last_status, last_failed, last_created_at, last_finished_at, config, ...connection } = row;
  const last = {
    ...{ status: last_status, failed: last_failed },
    ...{ created_at: last_created_at, finished_at: last_finished_at },
  };
  return PosConnection.parse({
    ...connection,
    simulator: false,
    config: SHOWN[connection.provider].parse(config),
    last_sync: last_id === null ? null : { id: last_id, ...last },
  });
}

/** A connection with what only this installation knows. */
export function shownOn(hosts: PosHosts, view: ConnectionView): ConnectionView {
  if (!('base_url' in view.config)) return view;
  const { allowLoopback } = placeOfPos(hosts, view.provider, view.config.base_url);
  return { ...view, simulator: allowLoopback };
}

/** Reads what a connector needs. @throws AppError NOT_FOUND */
export async function getOpenable(
  { db, actor }: ReadContext,
  locationId: string,
): Promise<OpenedConnection & { config: Record<string, unknown> }> {
  const row = await existing(openableAt(db, locationId, actor));
  return { ...row, locationId, entityId: actor.entity.id };
}

/** @throws AppError NOT_FOUND when absent, another entity's, or outside the member's locations */
export async function getMapping({ db, actor }: ReadContext, id: string): Promise<MappingView> {
  return existing(readMappings(db, seenMapping(id, actor)));
}

/** Returns true when the entity may hold stock of a variant: its own, a visible one, or one that it already holds. */
export async function isStockable({ db, actor }: ReadContext, variantId: string): Promise<boolean> {
  const rows = await stockableVariant(db, variantId, actor);
  return rows.length > 0;
}
