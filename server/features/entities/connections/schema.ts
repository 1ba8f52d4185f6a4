import { z } from 'zod';
import { Id, Note, Timestamp, unchanged } from '../../../kernel/params';
import { LicenseUse, StatedLicense } from '../licenses/schema';
import { Entity } from '../schema';

/** Requests of one business that wait for a response. */
export const MAX_WAITING = 200;
export const CONNECTION_STATUSES = ['pending', 'accepted', 'rejected'] as const;

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
  license_state: z.string().meta({ description: 'State that issued the license, as a postal code' }),
  license_use: LicenseUse,
  license_changed_at: Timestamp.nullable().meta({
    description: 'When its number, state, market or expiration last changed; null if never',
  }),
  operator_verified_at: Timestamp.nullable().meta({
    description: 'When the operator verified what the license says; null when that has changed since',
  }),
  confirmed: StatedLicense.nullable().meta({
    description: 'License of a customer that your business has confirmed, as it says now; null without one',
  }),
  formerly_confirmed: StatedLicense.nullable().meta({
    description: 'What your business last confirmed of a license that has changed since; null without one',
  }),
});

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

export const RequestConnection = z.strictObject({ entity_id: Id, message: Note.nullish() }).meta({
  examples: [{ entity_id: '0195e6a0-8c1e-7b5a-9d3f-2f6f1c0a9b05', message: 'May we order from you?' }],
});

export const ConnectionId = z.strictObject({ id: Id });
