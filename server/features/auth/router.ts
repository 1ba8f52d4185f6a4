import { z } from 'zod';
import { endpoint, publicEndpoint } from '../../operation/endpoint';
import { router } from '../../operation/init';
import { disableMfa, enableMfa, renewRecoveryCodes, verifyMfa } from './factors/enrollment';
import { passkeysRouter } from './passkeys/router';
import { changePassword } from './password/change-password';
import { requestReset, resetPassword } from './password/reset';
import { updateProfile } from './profile';
import {
  ChangePassword,
  CompleteMfa,
  DisableMfa,
  EnableMfa,
  EndSession,
  ListSessions,
  Login,
  LoginResponse,
  MfaDisabled,
  MfaSecret,
  MfaVerified,
  Nothing,
  Profile,
  Reauthenticate,
  ReauthenticateBody,
  RecoveryCodes,
  Refresh,
  RefreshedTokens,
  RenewRecoveryCodes,
  RequestReset,
  ResetPassword,
  ResetRequested,
  SessionList,
  TokenSet,
  UpdateProfile,
  VerifyMfa,
} from './schema';
import { endSession, profileOf, refresh, tokenSet } from './service';
import { endOtherSessions, endOwnSession, listSessions } from './sessions/own-sessions';
import { reauthenticate } from './sign-in/reauthenticate';
import { completeSignIn, loginResponse, signIn } from './sign-in/sign-in';

export const authRouter = router({
  login: publicEndpoint({
    rest: 'POST /auth/login',
    summary: 'Sign in with email and password',
    input: Login,
    description:
      'With two-factor authentication the response has a `temp_token` for POST /auth/mfa/complete instead of tokens. Repeated failures lock the account for a while.',
    output: LoginResponse,
    errors: ['INVALID_CREDENTIALS', 'ACCOUNT_LOCKED', 'business_suspended'],
  }).mutation(async ({ ctx, input }) => loginResponse(ctx.signer, await signIn(ctx, input, 'api'))),

  refresh: publicEndpoint({
    rest: 'POST /auth/refresh',
    summary: 'Exchange a refresh token for new tokens',
    description:
      'Each refresh token works once. A repeat within 30 seconds gets the same response; a later one ends the session.',
    input: Refresh,
    output: RefreshedTokens,
    errors: ['UNAUTHORIZED', 'TOKEN_EXPIRED', 'TOKEN_INVALID', 'business_suspended'],
  }).mutation(({ ctx, input }) => refresh(ctx, input.refresh_token)),

  logout: endpoint({
    rest: 'POST /auth/logout',
    summary: 'End the current session',
    description: 'The access and refresh tokens of the session stop working immediately.',
    permission: 'signed-in',
    whileRestricted: 'always',
    input: Nothing,
    output: z.void(),
    status: 204,
  }).mutation(async ({ ctx }) => {
    await endSession(ctx.db, ctx.actor.sessionId);
    ctx.audit({ action: 'session.ended', objectId: ctx.actor.userId });
  }),

  me: endpoint({
    rest: 'GET /auth/me',
    summary: 'Your profile',
    description: 'The signed-in user with their business, role and permissions.',
    permission: 'signed-in',
    whileRestricted: 'always',
    input: Nothing,
    output: Profile,
  }).query(({ ctx }) => profileOf(ctx.actor)),

  updateMe: endpoint({
    rest: 'PATCH /auth/me',
    summary: 'Update your profile',
    description: 'Only the name can change. Read-only fields may be sent back unchanged.',
    permission: 'signed-in',
    input: UpdateProfile,
    output: Profile,
  }).mutation(({ ctx, input }) => updateProfile(ctx, input)),

  mfaEnable: endpoint({
    rest: 'POST /auth/mfa/enable',
    summary: 'Set up two-factor authentication',
    description: 'Takes effect once POST /auth/mfa/verify confirms a code.',
    permission: 'signed-in',
    whileRestricted: 'enroll',
    input: EnableMfa,
    output: MfaSecret,
    errors: ['mfa_enabled'],
    recent: true,
    transaction: false,
  }).mutation(({ ctx }) => enableMfa(ctx)),

  mfaVerify: endpoint({
    rest: 'POST /auth/mfa/verify',
    summary: 'Confirm a two-factor code',
    description:
      'The first code turns two-factor authentication on and returns ten recovery codes, which are never shown again. ' +
      'Later codes confirm the second factor for the current session.',
    permission: 'signed-in',
    whileRestricted: 'always',
    input: VerifyMfa,
    output: MfaVerified,
    errors: ['INVALID_MFA_CODE', 'ACCOUNT_LOCKED', 'mfa_not_enabled'],
    transaction: false,
  }).mutation(({ ctx, input }) => verifyMfa(ctx, input.code)),

  mfaComplete: publicEndpoint({
    rest: 'POST /auth/mfa/complete',
    summary: 'Complete a sign-in with the second factor',
    description:
      'Takes a code of the app or a recovery code, each of which works once. Five wrong codes end the attempt.',
    input: CompleteMfa,
    output: TokenSet,
    errors: ['INVALID_MFA_CODE', 'TOKEN_EXPIRED', 'TOKEN_INVALID', 'ACCOUNT_LOCKED', 'business_suspended'],
  }).mutation(async ({ ctx, input }) => tokenSet(ctx.signer, await completeSignIn(ctx, input, 'api'))),

  mfaDisable: endpoint({
    rest: 'POST /auth/mfa/disable',
    summary: 'Turn off two-factor authentication',
    description: 'Needs the password and a code. The recovery codes stop working.',
    permission: 'signed-in',
    input: DisableMfa,
    output: MfaDisabled,
    errors: ['INVALID_CREDENTIALS', 'INVALID_MFA_CODE', 'ACCOUNT_LOCKED', 'mfa_not_enabled', 'last_factor'],
    transaction: false,
  }).mutation(({ ctx, input }) => disableMfa(ctx, input)),

  renewRecoveryCodes: endpoint({
    rest: 'POST /auth/mfa/recovery-codes',
    summary: 'Replace the recovery codes',
    description: 'The old ones stop working. A recovery code is no confirmation here.',
    permission: 'signed-in',
    input: RenewRecoveryCodes,
    output: RecoveryCodes,
    errors: ['mfa_not_enabled'],
    recent: 'by device',
    transaction: false,
  }).mutation(({ ctx }) => renewRecoveryCodes(ctx)),

  reauthenticate: endpoint({
    rest: 'POST /auth/reauthenticate',
    summary: 'Confirm the password again',
    description:
      'For the next 10 minutes this session counts as a recent sign-in. Takes the password, and a code with two-factor ' +
      'authentication, or in place of both the `assertion` of a passkey, for which POST /auth/passkeys/sign-in/options has the options. ' +
      'With a passkey as the only second factor, the password is 403 with `details.reason` "reauthentication_required".',
    permission: 'signed-in',
    whileRestricted: 'always',
    input: Reauthenticate,
    documented: ReauthenticateBody,
    output: z.void(),
    status: 204,
    errors: ['INVALID_CREDENTIALS', 'INVALID_MFA_CODE', 'ACCOUNT_LOCKED', 'reauthentication_required'],
    transaction: false,
  }).mutation(({ ctx, input }) => reauthenticate(ctx, input)),

  sessions: endpoint({
    rest: 'GET /auth/sessions',
    summary: 'Your sessions',
    description: 'Active sessions of the signed-in user, over API and dashboard.',
    permission: 'signed-in',
    whileRestricted: 'always',
    input: ListSessions,
    output: SessionList,
  }).query(({ ctx, input }) => listSessions(ctx, input)),

  endSession: endpoint({
    rest: 'DELETE /auth/sessions/{id}',
    summary: 'End one of your sessions',
    description: 'Its tokens stop working immediately.',
    permission: 'signed-in',
    input: EndSession,
    output: z.void(),
    status: 204,
    errors: ['NOT_FOUND'],
  }).mutation(({ ctx, input }) => endOwnSession(ctx, input.id)),

  endOtherSessions: endpoint({
    rest: 'DELETE /auth/sessions',
    summary: 'End all your other sessions',
    description: 'Signs out everywhere except in the session of this request.',
    permission: 'signed-in',
    input: Nothing,
    output: z.void(),
    status: 204,
  }).mutation(({ ctx }) => endOtherSessions(ctx)),

  requestReset: publicEndpoint({
    rest: 'POST /auth/password/reset-request',
    summary: 'Request a password reset',
    description:
      'Emails a link that is valid for an hour. The response is the same whether or not the email has an account.',
    input: RequestReset,
    output: ResetRequested,
    status: 202,
  }).mutation(async ({ ctx, input }) => {
    await requestReset(ctx, input.email);
    return { message: 'If that email has an account, a password reset link is on its way.' };
  }),

  resetPassword: publicEndpoint({
    rest: 'POST /auth/password/reset',
    summary: 'Reset the password with a token from the email',
    description: 'Ends every session of the user and lifts a lockout. Each token works once, for an hour.',
    input: ResetPassword,
    output: z.void(),
    status: 204,
    errors: ['TOKEN_EXPIRED', 'TOKEN_INVALID'],
  }).mutation(({ ctx, input }) => resetPassword(ctx, input)),

  changePassword: endpoint({
    rest: 'POST /auth/password/change',
    summary: 'Change your password',
    description: 'Ends your other sessions. A wrong current password counts as a failed sign-in.',
    permission: 'signed-in',
    input: ChangePassword,
    output: z.void(),
    status: 204,
    recent: true,
    transaction: false,
  }).mutation(({ ctx, input }) => changePassword(ctx, input)),

  passkeys: passkeysRouter,
});
