import { sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { z } from 'zod';
import { listOf } from '../../kernel/params';
import { count, flag, id, json, oneOf, time } from '../../platform/db/fields';
import { resource } from '../../platform/db/resource';
import type { VendorHosts } from './hosts';
import { IntegrationAuth, IntegrationStatus, IntegrationSystem, VendorConfig, VendorFailure } from './schema';
import { integrationConnections } from './tables';

const c = alias(integrationConnections, 'c');

export const connection = resource(
  c,
  {
    id: id(c.id, 'Id of the connection'),
    system: oneOf(IntegrationSystem)(c.system),
    location_id: id(c.locationId, 'Location of a Metrc connection; null of the whole business'),
    config: json(
      sql`case when c.system = 'metrc' then '{}' else c.config end`,
      VendorConfig.meta({ description: 'What the connection reaches' }),
      {},
    ),
    auth: oneOf(IntegrationAuth)(c.auth, 'Kind of the stored credentials, which are never returned'),
    status: oneOf(IntegrationStatus)(c.status),
    simulator: flag(sql`false`, 'Whether the operator has put another server in place of the vendor'),
    failures: count(c.failures, 'Consecutive failures'),
    last_ok_at: time(c.lastOkAt, 'When it last worked; null before'),
    last_error: json(
      sql`c.last_error`,
      VendorFailure.nullable().meta({ description: 'The last failure; null once it works again' }),
      null,
    ),
    credentials_at: time(c.credentialsAt, "When the credentials were entered: Distru's are valid for a year"),
    created_at: time(c.createdAt, 'When it was connected'),
    updated_at: time(c.updatedAt, 'When it was last changed'),
  },
  { id: 'IntegrationConnection', description: 'A connection with another system, and its health' },
);
export const Integration = connection.schema;
export const IntegrationList = listOf(Integration);
export type IntegrationView = z.infer<typeof Integration>;

/** A connection with what only this installation knows. */
export const shownOn = (hosts: VendorHosts, view: IntegrationView): IntegrationView => ({
  ...view,
  simulator: hosts[view.system] !== undefined,
});
