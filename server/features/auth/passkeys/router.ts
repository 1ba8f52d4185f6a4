import { z } from 'zod';
import { endpoint, publicEndpoint } from '../../../operation/endpoint';
import { router } from '../../../operation/init';
import { TokenSet } from '../schema';
import { tokenSet } from '../service';
import { listPasskeys } from './queries';
import {
  AddPasskey,
  CreationOptions,
  ListPasskeys,
  Passkey,
  PasskeyList,
  PasskeyOptions,
  PasskeySignIn,
  RemovePasskey,
  RequestOptions,
  SignInOptions,
} from './schema';
import { addPasskey, creationOptions, removePasskey, requestOptions } from './service';
import { signInWithPasskey } from './sign-in';

export const passkeysRouter = router({
  list: endpoint({
    rest: 'GET /auth/passkeys',
    summary: 'Your passkeys',
    description: 'Passkeys of the signed-in user, oldest first.',
    permission: 'signed-in',
    whileRestricted: 'always',
    input: ListPasskeys,
    output: PasskeyList,
  }).query(({ ctx, input }) => listPasskeys(ctx, input)),

  options: endpoint({
    rest: 'POST /auth/passkeys/options',
    summary: 'Start adding a passkey',
    description:
      'Options for `navigator.credentials.create()`. Send its result to POST /auth/passkeys within five minutes, in the same session.',
    permission: 'signed-in',
    whileRestricted: 'enroll',
    input: PasskeyOptions,
    output: CreationOptions,
    errors: ['too_many'],
    recent: true,
  }).mutation(({ ctx }) => creationOptions(ctx)),

  add: endpoint({
    rest: 'POST /auth/passkeys',
    summary: 'Add a passkey',
    description:
      'At most ten. A mail tells you. From then on it signs you in without password and code, and confirms that it is you.',
    permission: 'signed-in',
    whileRestricted: 'enroll',
    input: AddPasskey,
    output: Passkey,
    status: 201,
    location: '/auth/passkeys',
    errors: ['too_many', 'passkey_exists'],
    recent: true,
    transaction: false,
  }).mutation(({ ctx, input }) => addPasskey(ctx, input)),

  remove: endpoint({
    rest: 'DELETE /auth/passkeys/{id}',
    summary: 'Remove a passkey',
    description: 'It no longer signs you in. Sessions that it began go on. A mail tells you.',
    permission: 'signed-in',
    input: RemovePasskey,
    output: z.void(),
    status: 204,
    errors: ['NOT_FOUND', 'last_factor'],
    recent: true,
  }).mutation(({ ctx, input }) => removePasskey(ctx, input.id)),

  signInOptions: publicEndpoint({
    rest: 'POST /auth/passkeys/sign-in/options',
    summary: 'Start a sign-in with a passkey',
    description:
      'Options for `navigator.credentials.get()`, for POST /auth/passkeys/sign-in and POST /auth/reauthenticate. They are the ' +
      'same for everyone who is not signed in.',
    input: SignInOptions,
    output: RequestOptions,
  }).mutation(({ ctx }) => requestOptions(ctx)),

  signIn: publicEndpoint({
    rest: 'POST /auth/passkeys/sign-in',
    summary: 'Sign in with a passkey',
    description:
      'Responds like POST /auth/login, and asks for no code: a passkey counts as the second factor. Repeated failures lock the account for a while.',
    input: PasskeySignIn,
    output: TokenSet,
    errors: ['INVALID_CREDENTIALS', 'ACCOUNT_LOCKED', 'business_suspended'],
  }).mutation(async ({ ctx, input }) =>
    tokenSet(ctx.signer, await signInWithPasskey(ctx, input.assertion, 'api')),
  ),
});
