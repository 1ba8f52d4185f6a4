import { sql } from 'drizzle-orm';
import { iso } from '../../platform/db/listing';
import { Leases } from '../../platform/lease/lease';
import { suspends } from '../entities/queries.sql';
import type { Batching } from './schema';
import { webhookEndpoints } from './tables';

export interface EndpointRow {
  url: string;
  secret: string;
  previous_secret: string | null;
  failing_since: string | null;
  batch: Batching | null;
}

const endpointLeases = new Leases(sql`${webhookEndpoints}`, () => sql`true`, {});

const ACTIVE = {
  where: sql`t.active and not ${suspends(sql`t.entity_id`)}`,
  returning: sql<EndpointRow>`url, secret, case when previous_secret_until > now() then previous_secret end as previous_secret,
    ${iso(sql`failing_since`)} as failing_since, batch`,
};

export const takeEndpointRow = endpointLeases.take(ACTIVE);

export const renewEndpointRow = endpointLeases.change([[]], () => sql`lease_token = t.lease_token`, ACTIVE);

/** Releases an endpoint. */
export const releaseEndpoint = endpointLeases.release([[]], () => ({ until: sql`null` }));
