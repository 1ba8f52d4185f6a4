import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server';
import type { BusinessInvitationLink } from '@/server/features/entities/business-invitations/queries';
import type { AppRouter } from '@/server/transport/router';

type Outputs = inferRouterOutputs<AppRouter>;
export type AcceptInput = inferRouterInputs<AppRouter>['claims']['accept'];
export type ClaimPage = Outputs['claims']['list'];
export type ClaimRow = ClaimPage['data'][number];
export type ReceivedRow = Outputs['businessInvitations']['received']['data'][number];
export type OfferedDocument = Outputs['claims']['documents']['data'][number];

/** A claim that is offered to the business, with what comes along. */
export type Offer = ClaimRow & {
  [Key in
    | 'version'
    | 'license_verified'
    | 'locations'
    | 'quotes'
    | 'backorders'
    | 'invoices'
    | 'unapplied'
    | 'owed']: NonNullable<ClaimRow[Key]>;
};
export type OfferedLocation = Offer['locations'][number];

/** A claim as its claimant's owner can still take it; null once it has ended. */
export const offerOf = (claim: ClaimRow): Offer | null => (claim.version === null ? null : (claim as Offer));

/** What the owner of the claimant says of an offer beside taking it. */
export interface Choice {
  /** Locations of the offer that are the business's own. */
  locationIds: readonly string[];
  /** Orders and invoices of the offer that it disputes. */
  disputed: readonly OfferedDocument[];
}

/** What a member is about to say to a claim. */
export interface Decision {
  row: ClaimRow;
  act: 'confirm' | 'reject';
}

/** Where a mailed link stands, and what became of it in the page. */
export type ClaimState = BusinessInvitationLink['state'] | 'member';
