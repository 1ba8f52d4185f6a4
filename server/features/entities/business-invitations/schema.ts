import { z } from 'zod';
import { Id, listOf, Paging, Timestamp, text } from '../../../kernel/params';
import { Email } from '../../auth/schema';
import { Party } from '../schema';

export const INVITED_AS = ['customer', 'supplier'] as const;
export const INVITATION_STATUSES = ['sent', 'accepted', 'revoked'] as const;
export const LINK_DAYS = 7;
/** A business younger than this invites fewer. */
export const YOUNG_DAYS = 7;
export const YOUNG_A_DAY = 20;
/** Mails from one business to one address, ever. */
export const MAILS_TO_ONE = 3;

const as = z
  .enum(INVITED_AS)
  .meta({ description: 'What it is to be: a `customer` buys from your business, a `supplier` sells to it' });

export const BusinessInvitation = z
  .object({
    id: Id,
    email: z.string().meta({ format: 'email', description: 'Who was invited' }),
    as,
    customer_id: Id.nullable().meta({ description: 'The customer of yours that accepting claims' }),
    status: z
      .enum(INVITATION_STATUSES)
      .meta({ description: '`sent` until it is accepted or revoked, also once it has expired' }),
    created_at: Timestamp,
    expires_at: Timestamp.meta({ description: 'Until when it can be accepted' }),
    responded_at: Timestamp.nullable().meta({ description: 'When it was accepted or revoked' }),
  })
  .meta({
    id: 'BusinessInvitation',
    description: 'A business that yours invited',
    examples: [
      {
        id: '0195e6a0-8c1e-7b5a-9d3f-2f6f1c0a9b71',
        email: 'orders@corner.example',
        as: 'customer',
        customer_id: null,
        status: 'sent',
        created_at: '2026-01-02T15:04:05.000Z',
        expires_at: '2026-01-09T15:04:05.000Z',
        responded_at: null,
      },
    ],
  });
export const BusinessInvitationList = listOf(BusinessInvitation);

export const ListBusinessInvitations = z.strictObject({
  status: z.enum(INVITATION_STATUSES).optional().meta({ description: 'Only invitations in this status' }),
  ...Paging,
});

export const InviteBusiness = z
  .strictObject({
    email: Email,
    as,
    customer_id: Id.optional().meta({
      description: 'A customer of yours that is not on board: accepting claims it; only with `as: customer`',
    }),
  })
  .meta({ examples: [{ email: 'orders@corner.example', as: 'customer' }] });

export const BusinessInvitationId = z.strictObject({ id: Id });

export const AcceptReceived = z
  .strictObject({
    id: Id,
    license_number: text(100).optional().meta({
      description:
        'License number by which the inviter knows your business; that of your business when absent',
    }),
  })
  .meta({ examples: [{}] });

export const ReceivedInvitation = z
  .object({
    id: Id,
    entity: Party.meta({ description: 'Who invited you' }),
    as: z.enum(INVITED_AS).meta({
      description: 'What your business is to be: a `customer` buys from it, a `supplier` sells to it',
    }),
    created_at: Timestamp,
    expires_at: Timestamp.meta({ description: 'Until when it can be accepted' }),
  })
  .meta({ id: 'ReceivedInvitation', description: 'An invitation to your email' });
export const ReceivedInvitationList = listOf(ReceivedInvitation);
export const ListReceived = z.strictObject(Paging);

/** What the unsubscribe link of an invitation ends. */
export const INVITATIONS = 'invitations';
