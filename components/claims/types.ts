import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server';
import type { BusinessInvitationLink } from '@/server/features/entities/business-invitations/queries';
import type { AppRouter } from '@/server/transport/router';

type Outputs = inferRouterOutputs<AppRouter>;
export type AcceptInput = inferRouterInputs<AppRouter>['claims']['accept'];
export type ClaimPage = Outputs['claims']['list'];
export type ClaimRow = ClaimPage['data'][number];
export type ReceivedRow = Outputs['businessInvitations']['received']['data'][number];

/** What a member is about to say to a claim. */
export interface Decision {
  row: ClaimRow;
  act: 'confirm' | 'reject' | 'merge';
}

/** Where a mailed link stands, and what became of it in the page. */
export type ClaimState = BusinessInvitationLink['state'] | 'member';
