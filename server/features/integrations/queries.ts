import type { z } from 'zod';
import { existing, notFound } from '../../kernel/errors';
import type { Context, ReadContext } from '../../operation/context';
import { readPaged } from '../../platform/db/paged.sql';
import { INTEGRATIONS, ownConnection, readIntegrations, type Sealed, sealedConnection } from './queries.sql';
import { type IntegrationView, shownOn } from './resource';
import { rejectPart } from './whole-business';

export type { Sealed } from './queries.sql';

type HostedRead = ReadContext & Pick<Context, 'vendorHosts'>;

/** Lists connections: members limited to locations get those of theirs. */
export async function listIntegrations(
  { db, actor, vendorHosts }: HostedRead,
  input: z.infer<typeof INTEGRATIONS.input>,
) {
  const { data, pagination } = await readPaged(db, INTEGRATIONS, actor, input);
  return { data: data.map((view) => shownOn(vendorHosts, view)), pagination };
}

/**
 * @throws AppError NOT_FOUND, also of a location that the member doesn't reach, FORBIDDEN `whole_business` where it is the whole
 *   business's and the member is limited
 */
export async function getIntegration(
  { db, actor, vendorHosts }: HostedRead,
  id: string,
): Promise<IntegrationView> {
  const view = await existing(readIntegrations(db, ownConnection(id, actor.entity.id)));
  if (view.location_id === null) rejectPart(actor);
  else if (actor.locationIds !== null && !actor.locationIds.includes(view.location_id)) throw notFound();
  return shownOn(vendorHosts, view);
}

/** Reads what opens a connection with a vendor. @throws AppError NOT_FOUND, FORBIDDEN `whole_business` */
export async function getSealed({ db, actor }: ReadContext, id: string): Promise<Sealed> {
  const row = await existing(sealedConnection(db, id, actor.entity.id));
  rejectPart(actor);
  return row;
}
