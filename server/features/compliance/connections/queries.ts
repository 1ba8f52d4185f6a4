import { existing } from '../../../kernel/errors';
import type { Context, ReadContext } from '../../../operation/context';
import type { MetrcConnectionView } from '../schema';
import { capabilityOf } from '../states';
import { metrcAt, type SealedMetrc, sealedAt } from './queries.sql';

/** Reads the Metrc connection of a location. @throws AppError NOT_FOUND, also for a location out of the member's reach */
export async function getMetrc(
  { db, actor, vendorHosts }: ReadContext & Pick<Context, 'vendorHosts'>,
  locationId: string,
): Promise<MetrcConnectionView> {
  const { config, ...row } = await existing(metrcAt(db, locationId, actor));
  const { packages, transfers, templates } = capabilityOf(config.state);
  return {
    ...row,
    state: config.state,
    environment: config.environment,
    mode: config.mode,
    transfer_type: config.transfer_type,
    supports: { packages, transfers, templates },
    simulator: vendorHosts.metrc !== undefined,
  };
}

/** Reads what opens it. @throws AppError NOT_FOUND */
export function getSealedMetrc({ db, actor }: ReadContext, locationId: string): Promise<SealedMetrc> {
  return existing(sealedAt(db, locationId, actor));
}
