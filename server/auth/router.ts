import { z } from 'zod';
import { endpoint, publicEndpoint } from '../trpc/endpoint';
import { router } from '../trpc/init';
import { Login, Nothing, Profile, Refresh, RefreshedTokens, TokenSet } from './schema';
import { endSession, profileOf, refresh, signIn, tokenSet } from './service';

export const authRouter = router({
  login: publicEndpoint({
    rest: 'POST /auth/login',
    summary: 'Sign in with e-mail and password',
    input: Login,
    output: TokenSet,
    errors: ['INVALID_CREDENTIALS', 'ACCOUNT_LOCKED'],
  }).mutation(async ({ ctx, input }) => tokenSet(ctx.signer, await signIn(ctx, input, 'api'))),

  refresh: publicEndpoint({
    rest: 'POST /auth/refresh',
    summary: 'Exchange a refresh token for new tokens',
    description:
      'Each refresh token counts once. A repeat within 30 seconds gets the same answer again; later it ends the session.',
    input: Refresh,
    output: RefreshedTokens,
    errors: ['UNAUTHORIZED', 'TOKEN_EXPIRED', 'TOKEN_INVALID'],
  }).mutation(({ ctx, input }) => refresh(ctx, input.refresh_token)),

  logout: endpoint({
    rest: 'POST /auth/logout',
    summary: 'End the current session',
    description: 'The access and refresh tokens of the session die at once.',
    permission: 'signed-in',
    input: Nothing,
    output: z.void(),
    status: 204,
  }).mutation(async ({ ctx }) => {
    await endSession(ctx.db, ctx.actor.sessionId);
    ctx.audit({ action: 'session.ended', objectType: 'user', objectId: ctx.actor.userId });
  }),

  me: endpoint({
    rest: 'GET /auth/me',
    summary: 'The signed-in member',
    permission: 'signed-in',
    input: Nothing,
    output: Profile,
  }).query(({ ctx }) => profileOf(ctx.actor)),
});
