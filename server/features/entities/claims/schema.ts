import { z } from 'zod';
import { Id, listOf, Paging, RecentPassword, Timestamp, text } from '../../../kernel/params';
import { NewPassword } from '../../auth/schema';
import { FirstLocation, NewBusiness, OwnerName } from '../founding-schema';
import { Party } from '../schema';
import { CLAIM_STATUSES } from './state';

const { type, license_number, ...profile } = NewBusiness.shape;

/** Who will own the business, and what it will be. */
export type ClaimantForm = {
  business: z.infer<typeof NewBusiness>;
  location: z.infer<typeof FirstLocation>;
  owner: { name: string };
};

export const AcceptClaim = z
  .strictObject({
    token: text(200).meta({ description: '`token` of the link in the email' }),
    name: OwnerName,
    password: NewPassword,
    license_number,
    type,
    business: z.strictObject(profile).meta({ description: 'The business' }),
    location: FirstLocation,
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

/** Sent with 202 in place of a sign-in. */
export const ClaimWaiting = z
  .object({ status: z.literal('waiting').meta({ description: 'The seller decides' }) })
  .meta({ description: 'Who invited you checks the claim first; an email says when you can sign in' });

const Claimant = z
  .object({
    kind: z
      .enum(['person', 'business'])
      .meta({ description: 'A `person` gets a business with the first claim' }),
    id: Id.nullable().meta({ description: 'Id of the business; null without one' }),
    email: z.string().meta({ format: 'email', description: 'Verified by the link in a mail' }),
    name: z.string().meta({ description: 'Name of the business, or of the one that is to be' }),
    license_number: z.string().meta({ description: 'License number that the claimant entered' }),
    type,
  })
  .meta({ description: 'Who claims the customer' });

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
    expires_at: Timestamp.meta({ description: 'When it expires undecided' }),
  })
  .meta({
    id: 'Claim',
    description: 'A person or business who says that a customer of a seller is their business',
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
          kind: 'person',
          id: null,
          email: 'maya@corner.example',
          name: 'Corner Dispensary',
          license_number: 'C10-0000412-LIC',
          type: 'retailer',
        },
        matches: { email: false, license: true, type: true },
        status: 'waiting',
        confirmable_at: '2026-01-03T15:04:05.000Z',
        created_at: '2026-01-02T15:04:05.000Z',
        expires_at: '2026-01-16T15:04:05.000Z',
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
export const ClaimId = z.strictObject({ id: Id });
export const ConfirmClaim = z.strictObject({ id: Id, password: RecentPassword }).meta({ examples: [{}] });
