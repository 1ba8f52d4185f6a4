import { z } from 'zod';
import { Id, Note, sortBy, Timestamp, unchanged, Walking, walkOf } from '../../../kernel/params';
import { SIDES } from '../../../kernel/sides';
import { Entity, Party } from '../schema';

/** Requests of one business that wait for a response. */
export const MAX_WAITING = 200;
export const CONNECTION_STATUSES = ['pending', 'accepted', 'rejected'] as const;

export const Connection = z
  .object({
    id: Id,
    entity: Party,
    direction: z.enum(['incoming', 'outgoing']).meta({ description: '`outgoing` if your business asked' }),
    status: z.enum(CONNECTION_STATUSES).meta({ description: 'Only an accepted connection allows orders' }),
    message: z.string().nullable().meta({ description: 'What the asking business wrote' }),
    created_at: Timestamp,
    updated_at: Timestamp,
    responded_at: Timestamp.nullable().meta({
      description: 'When it was accepted or rejected; null until then',
    }),
  })
  .meta({
    id: 'Connection',
    description: 'A connection as your business sees it',
    examples: [
      {
        id: '0195e6a0-8c1e-7b5a-9d3f-2f6f1c0a9b31',
        entity: {
          id: '0195e6a0-8c1e-7b5a-9d3f-2f6f1c0a9b05',
          name: 'Front Range Wholesale',
          type: 'wholesaler',
        },
        direction: 'outgoing',
        status: 'pending',
        message: 'May we order from you?',
        created_at: '2026-01-02T15:04:05.000Z',
        updated_at: '2026-01-02T15:04:05.000Z',
        responded_at: null,
      },
    ],
  });
export const ConnectionList = walkOf(Connection);

/** What a business shares with those that it is connected with. */
export const PartnerProfile = Entity.pick({
  legal_name: true,
  license_number: true,
  license_type: true,
  license_expiry: true,
  license_warnings: true,
  address: true,
}).extend({
  contact: z
    .object({
      email: z.string().nullable().meta({
        description: 'Contact email; null only for a customer of yours that is not on board',
      }),
      phone: z.string().nullable().meta({ description: 'Contact phone' }),
    })
    .meta({ description: 'How to reach the business' }),
  license_verified: z.boolean().meta({
    description:
      'False when another business already had the license number when it was saved: ask for the license',
  }),
});

export const ConnectionDetail = Connection.extend({
  profile: PartnerProfile.nullable().meta({
    description: 'License, address and contact of the other business; null unless the connection is accepted',
  }),
  seller_orders: z.boolean().nullable().meta({
    description:
      'Whether the other business may enter orders for yours; null unless the connection is accepted and yours buys from it',
  }),
}).meta({ id: 'ConnectionDetail' });

export const CONNECTION_READ_ONLY = [
  'entity',
  'direction',
  'status',
  'message',
  'created_at',
  'updated_at',
  'responded_at',
  'profile',
] as const;
export const UpdateConnection = z
  .strictObject({
    id: Id.meta({ description: 'Id of the connection' }),
    seller_orders: z.boolean().optional().meta({
      description: 'Whether the other business may enter orders for yours',
    }),
    ...unchanged(CONNECTION_READ_ONLY),
  })
  .meta({ examples: [{ seller_orders: false }] });

export const ListConnections = z.strictObject({
  status: z.enum(CONNECTION_STATUSES).optional().meta({ description: 'Only connections with this status' }),
  side: z.enum(SIDES).optional().meta({
    description:
      'Only businesses that yours can buy from (`buying`), or that can buy from yours (`selling`); all when absent',
  }),
  entity_id: Id.optional().meta({ description: 'Only connections with this business' }),
  sort: sortBy(['created_at', 'responded_at', 'status']),
  ...Walking,
});

export const RequestConnection = z.strictObject({ entity_id: Id, message: Note.nullish() }).meta({
  examples: [{ entity_id: '0195e6a0-8c1e-7b5a-9d3f-2f6f1c0a9b05', message: 'May we order from you?' }],
});

export const ConnectionId = z.strictObject({ id: Id });
