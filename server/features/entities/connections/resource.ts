import { type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import type { Actor } from '../../../kernel/actor';
import { walkOf } from '../../../kernel/params';
import { exampleId, id, object, oneOf, text, time } from '../../../platform/db/fields';
import { resource, type ViewOf } from '../../../platform/db/resource';
import { EntityType } from '../../auth/schema';
import { SELLER } from '../resource';
import { Party } from '../schema';
import { connections, entities } from '../tables';
import { CONNECTION_STATUSES, PartnerProfile } from './schema';

const c = alias(connections, 'c');
const e = alias(entities, 'e');

/** SQL: the other business of the connection `c`. */
export const partner = (me: SQL) =>
  sql`case when c.requester_id = ${me} then c.target_id else c.requester_id end`;

export const connection = resource(
  c,
  {
    id: id(c.id, undefined, exampleId('31')),
    entity: object(
      {
        id: id(e.id, undefined, SELLER.id),
        name: text(e.name, 'Name of the business', SELLER.name),
        type: oneOf(EntityType)(e.type, undefined, 'wholesaler'),
      },
      Party.description ?? '',
    ),
    direction: oneOf(z.enum(['incoming', 'outgoing']))(
      sql`case when c.requester_id = me.id then 'outgoing' else 'incoming' end`,
      '`outgoing` if your business asked',
      'outgoing',
    ),
    status: oneOf(z.enum(CONNECTION_STATUSES))(c.status, 'Only an accepted connection allows orders'),
    message: text(c.message, 'What the asking business wrote', 'May we order from you?'),
    created_at: time(c.createdAt),
    updated_at: time(c.updatedAt),
    responded_at: time(c.respondedAt, 'When it was accepted or rejected; null until then'),
  },
  {
    joins: ({
      entity,
    }: {
      entity: Pick<Actor['entity'], 'id'>;
    }) => sql`cross join (select ${entity.id}::uuid as id) me
      join ${entities} e on e.id = ${partner(sql`me.id`)}`,
    id: 'Connection',
    description: 'A connection as your business sees it',
  },
);
export const Connection = connection.schema;
export type ConnectionView = ViewOf<typeof connection>;
export const ConnectionList = walkOf(Connection);

export const ConnectionDetail = Connection.extend({
  profile: PartnerProfile.nullable().meta({
    description: 'License, address and contact of the other business; null unless the connection is accepted',
  }),
  seller_orders: z.boolean().nullable().meta({
    description:
      'Whether the other business may enter orders for yours; null unless the connection is accepted and yours buys from it',
  }),
}).meta({ id: 'ConnectionDetail' });
