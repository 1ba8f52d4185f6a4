import { z } from 'zod';
import { Confirmation, Count, Id, listOf, Paging, Timestamp, Total, text } from '../../../kernel/params';
import { NewPassword } from '../../auth/schema';
import { FirstLocation, NewBusiness, OwnerName, TellSellers } from '../founding-schema';
import { MAX_LOCATIONS } from '../locations/schema';
import { Address, Party } from '../schema';
import { CLAIM_STATUSES, MAX_CLAIMS, MAX_DISPUTED } from './state';

const { type, license_number, ...profile } = NewBusiness.shape;

export const AcceptClaim = z
  .strictObject({
    token: text(200).meta({ description: '`token` of the link in the email' }),
    name: OwnerName,
    password: NewPassword,
    license_number,
    type,
    business: z.strictObject(profile).meta({ description: 'The business' }),
    location: FirstLocation,
    tell_sellers: TellSellers,
  })
  .meta({
    examples: [
      {
        token: 'token-from-the-email',
        name: 'Maya Alvarez',
        password: 'a long password',
        license_number: 'C10-0000412-LIC',
        type: 'retailer',
        business: {
          name: 'Harbor & Pine',
          legal_name: 'Harbor & Pine LLC',
          timezone: 'America/Los_Angeles',
        },
        location: {
          name: 'Downtown',
          address: { street: '1911 Broadway', city: 'Oakland', state: 'CA', zip: '94612' },
        },
      },
    ],
  });
export type AcceptClaimForm = z.infer<typeof AcceptClaim>;

const Claimant = z
  .object({
    kind: z.enum(['business']).meta({ description: 'Always a `business`' }),
    id: Id.nullable().meta({
      description: 'Id of the business; null to a seller that has not confirmed the claim',
    }),
    email: z.string().nullable().meta({
      format: 'email',
      description: 'Verified by the link in a mail; null to a seller that has not confirmed the claim',
    }),
    name: z.string().meta({ description: 'Name of the business' }),
    license_number: z.string().meta({ description: 'License number of the business' }),
    type,
  })
  .meta({ description: 'Who claims the customer' });

const OfferedLocation = z.object({
  id: Id,
  name: z.string().meta({ description: 'Name of the location' }),
  address: Address.meta({ description: 'Address, as the seller entered it' }),
  open_orders: Count.meta({ description: 'Open orders that are to arrive there' }),
  joins: z
    .object({ id: Id, name: z.string().meta({ description: 'Name of your location' }) })
    .nullable()
    .meta({ description: 'Your location at the same address, which it becomes; null where you have none' }),
});

export const Claim = z
  .object({
    id: Id,
    role: z
      .enum(['seller', 'claimant'])
      .meta({ description: '`seller` if your business entered the customer, `claimant` if it claims it' }),
    entity_id: Id.meta({ description: 'Id of the customer that is claimed' }),
    name: z.string().meta({ description: 'Name of the customer' }),
    seller: Party.meta({ description: 'Who entered the customer' }),
    orders: z.int().meta({ description: 'Orders of the customer with the seller' }),
    claimant: Claimant.nullable().meta({ description: 'Null once its claims have failed' }),
    matches: z
      .object({
        email: z.boolean().meta({ description: 'Whether the email is the contact of the customer' }),
        license: z.boolean().meta({ description: 'Whether the license number is the one of the customer' }),
        type: z.boolean().meta({ description: 'Whether the type is the one of the customer' }),
      })
      .meta({ description: 'What of the claimant is as the seller entered it' }),
    status: z.enum(CLAIM_STATUSES).meta({
      description: '`waiting` for the seller, `offered` to the claimant’s owner, `merging`, or how it ended',
    }),
    confirmable_at: Timestamp.meta({ description: 'From when the seller can confirm it' }),
    created_at: Timestamp,
    expires_at: Timestamp.nullable().meta({
      description: 'Until when the seller decides; null of an offer, which does not expire',
    }),
    version: z
      .string()
      .nullable()
      .meta({
        description:
          'Of an offer: changes with each order, invoice, credit, payment, quote, backorder and location that comes along; null ' +
          'otherwise, as all that follows',
      }),
    license_verified: z
      .boolean()
      .nullable()
      .meta({ description: 'Whether the license of the seller is verified' }),
    locations: z
      .array(OfferedLocation)
      .nullable()
      .meta({ description: 'Locations that come along: inactive unless you choose them' }),
    quotes: Count.nullable().meta({ description: 'Quotes that await your response' }),
    backorders: Count.nullable().meta({ description: 'Open backorders' }),
    invoices: Count.nullable().meta({
      description: 'Invoices; `/claims/{id}/documents` lists them with the orders',
    }),
    unapplied: Total.nullable().meta({
      description: 'Payments and credits that went to no invoice yet, in US dollars',
    }),
    owed: Total.nullable().meta({ description: 'What is open of the invoices, in US dollars' }),
  })
  .meta({
    id: 'Claim',
    description: 'A business that says that a customer of a seller is the same business',
    examples: [
      {
        id: '0195e6a0-8c1e-7b5a-9d3f-2f6f1c0a9b81',
        role: 'seller',
        entity_id: '0195e6a0-8c1e-7b5a-9d3f-2f6f1c0a9b06',
        name: 'Corner Dispensary',
        seller: {
          id: '0195e6a0-8c1e-7b5a-9d3f-2f6f1c0a9b05',
          name: 'Front Range Wholesale',
          type: 'wholesaler',
        },
        orders: 12,
        claimant: {
          kind: 'business',
          id: null,
          email: null,
          name: 'Corner Dispensary',
          license_number: 'C10-0000412-LIC',
          type: 'retailer',
        },
        matches: { email: false, license: true, type: true },
        status: 'waiting',
        confirmable_at: '2026-01-03T15:04:05.000Z',
        created_at: '2026-01-02T15:04:05.000Z',
        expires_at: '2026-01-16T15:04:05.000Z',
        ...{ version: null, license_verified: null, locations: null, quotes: null, backorders: null },
        ...{ invoices: null, unapplied: null, owed: null },
      },
    ],
  });
export const ClaimList = listOf(Claim);

export const ListClaims = z.strictObject({
  status: z.enum(CLAIM_STATUSES).optional().meta({ description: 'Only claims in this status' }),
  role: z
    .enum(['seller', 'claimant'])
    .optional()
    .meta({ description: 'Only claims in which your business is this' }),
  ...Paging,
});

export const OfferedDocument = z
  .object({
    kind: z.enum(['order', 'invoice']).meta({ description: 'What it is' }),
    id: Id,
    number: z.string().meta({ description: 'Number of the order or invoice' }),
    status: z.string().meta({ description: 'Status of the order; of an invoice `open` or `settled`' }),
    total: Total,
    due: Total.nullable().meta({
      description: 'What is left to pay of an invoice, in US dollars; null of an order',
    }),
    created_at: Timestamp,
  })
  .meta({
    id: 'OfferedDocument',
    description: 'An order or invoice that comes along with an offer',
    examples: [
      {
        kind: 'order',
        id: '0195e6a0-8c1e-7b5a-9d3f-2f6f1c0a9b01',
        number: 'ORD-20260102-7K3M9Q',
        ...{ status: 'accepted', total: 37.89, due: null, created_at: '2026-01-02T15:04:05.000Z' },
      },
    ],
  });
export const OfferedDocumentList = listOf(OfferedDocument);
export const ListOfferedDocuments = z.strictObject({ id: Id, ...Paging });

const distinct = (ids: string[]) => [...new Set(ids)];

export const MergeClaim = z
  .strictObject({
    id: Id,
    version: text(64).optional().meta({
      description:
        '`version` of the offer that you agree to; without it nothing is merged (409 `offer_changed`)',
    }),
    location_ids: z
      .array(Id)
      .max(MAX_LOCATIONS)
      .overwrite(distinct)
      .default([])
      .meta({ description: 'Locations of the offer that are yours; all others come along inactive' }),
    disputed: z
      .array(Id)
      .max(MAX_DISPUTED)
      .overwrite(distinct)
      .default([])
      .meta({ description: 'Orders and invoices of the offer that you dispute' }),
  })
  .meta({ examples: [{ version: '9e107d9d372bb6826bd81d3542a419d6', location_ids: [], disputed: [] }] });

export const RejectOffers = z
  .strictObject({
    ids: z
      .array(Id)
      .min(1)
      .max(MAX_CLAIMS)
      .overwrite(distinct)
      .meta({ description: 'Offers to your business that are none of yours' }),
  })
  .meta({ examples: [{ ids: ['0195e6a0-8c1e-7b5a-9d3f-2f6f1c0a9b81'] }] });
export const RejectedOffers = z.object({
  rejected: Count.meta({ description: 'How many were open and are rejected now' }),
});

export const Joining = z
  .object({
    tell_sellers: z.boolean().meta({
      description:
        'Whether sellers that list a customer with your license number may learn that you are here',
    }),
  })
  .meta({
    id: 'Joining',
    description: 'What sellers learn of your business',
    examples: [{ tell_sellers: false }],
  });
export const UpdateJoining = z
  .strictObject({ tell_sellers: Joining.shape.tell_sellers })
  .meta({ examples: [{ tell_sellers: true }] });

export const ClaimId = z.strictObject({ id: Id });
export const ConfirmClaim = z.strictObject({ id: Id, ...Confirmation }).meta({ examples: [{}] });
