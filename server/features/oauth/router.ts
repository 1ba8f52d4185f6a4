import { z } from 'zod';
import { endpoint } from '../../operation/endpoint';
import { router } from '../../operation/init';
import { NoInput } from '../entities/schema';
import { Consent, Decided, GrantId, GrantList, RequestId, ShownRequest } from './schema';
import { consent, deny, listGrants, revokeGrant, showRequest } from './service';

export const oauthRouter = router({
  request: endpoint({
    rest: 'GET /auth/oauth/requests/{id}',
    summary: 'Get what a client asks for',
    description:
      'For 10 minutes, in the session in which the client sent you here. The host is where the client describes itself: trust that, not its name.',
    permission: 'signed-in',
    input: RequestId,
    output: ShownRequest,
    errors: ['NOT_FOUND'],
  }).query(({ ctx, input }) => showRequest(ctx, input.id)),

  consent: endpoint({
    rest: 'POST /auth/oauth/requests/{id}/consent',
    summary: 'Let a client in',
    description:
      'Once, in the same session. An assistant acts for you, within what you may at the moment; an app acts for the business, which takes `manage:api-keys`. Owners get a mail.',
    permission: 'signed-in',
    input: Consent,
    output: Decided,
    errors: ['NOT_FOUND', 'permission_required', 'too_many'],
    recent: true,
  }).mutation(({ ctx, input }) => consent(ctx, input.id)),

  deny: endpoint({
    rest: 'POST /auth/oauth/requests/{id}/deny',
    summary: 'Send a client away',
    description: 'Once, in the same session.',
    permission: 'signed-in',
    input: RequestId,
    output: Decided,
    errors: ['NOT_FOUND'],
  }).mutation(({ ctx, input }) => deny(ctx, input.id)),

  grants: endpoint({
    rest: 'GET /auth/oauth/grants',
    summary: 'List apps and assistants',
    description:
      'Whom you let in, newest first; with `manage:api-keys` whom anyone of your business did. At most 200.',
    permission: 'signed-in',
    input: NoInput,
    output: GrantList,
  }).query(({ ctx }) => listGrants(ctx)),

  revoke: endpoint({
    rest: 'DELETE /auth/oauth/grants/{id}',
    summary: 'Revoke an app or assistant',
    description: 'Its tokens stop working immediately, and webhooks that it made end.',
    permission: 'signed-in',
    input: GrantId,
    output: z.void(),
    status: 204,
    errors: ['NOT_FOUND'],
  }).mutation(({ ctx, input }) => revokeGrant(ctx, input.id)),
});
