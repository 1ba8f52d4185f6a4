import { z } from 'zod';
import { Confirmation, Id, listOf, Paging, Timestamp, text } from '../../../kernel/params';

/** The WebAuthn standard's own JSON: its names and its base64url are what browsers and libraries send and read. */
const base64url = (max: number, description: string) =>
  z
    .string()
    .min(1, 'must not be empty')
    .max(max, `must be at most ${max} characters`)
    .regex(/^[A-Za-z0-9_-]+$/, 'must be base64url')
    .meta({ description });

/** How browsers reach authenticators; others are not kept. */
export const TRANSPORTS = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const;
const Attachment = z
  .enum(['platform', 'cross-platform'])
  .nullish()
  .meta({ description: 'Where the authenticator is; not used' });
const Extensions = z
  .record(z.string().max(100), z.unknown())
  .optional()
  .meta({ description: 'Results of extensions; not used' });
/** Base64url of the longest credential id that the standard allows, 1023 bytes. */
const CredentialId = base64url(1364, 'Id of the credential');
const RawId = base64url(1364, 'The same as `id`');
const ClientData = base64url(4096, '`clientDataJSON` of the response');

const described = { type: z.literal('public-key').meta({ description: 'Always `public-key`' }) };

/** `RegistrationResponseJSON` of the standard: the result of `navigator.credentials.create()`. */
const Credential = z
  .strictObject({
    id: CredentialId,
    rawId: RawId,
    ...described,
    response: z
      .strictObject({
        clientDataJSON: ClientData,
        attestationObject: base64url(8192, '`attestationObject` of the response; its statement is not used'),
        transports: z
          .array(z.string().max(32))
          .max(10, 'must have at most 10 entries')
          .optional()
          .meta({ description: 'How the browser reaches the authenticator' }),
        authenticatorData: base64url(8192, 'Part of `attestationObject`; not used').optional(),
        publicKey: base64url(8192, 'Part of `attestationObject`; not used').optional(),
        publicKeyAlgorithm: z.int().optional().meta({ description: 'Part of `attestationObject`; not used' }),
      })
      .meta({ description: "The authenticator's response" }),
    authenticatorAttachment: Attachment,
    clientExtensionResults: Extensions,
  })
  .meta({ id: 'NewCredential', description: 'RegistrationResponseJSON of WebAuthn' });

/** `AuthenticationResponseJSON` of the standard: the result of `navigator.credentials.get()`. */
export const Assertion = z
  .strictObject({
    id: CredentialId,
    rawId: RawId,
    ...described,
    response: z
      .strictObject({
        clientDataJSON: ClientData,
        authenticatorData: base64url(4096, '`authenticatorData` of the response'),
        signature: base64url(2048, '`signature` of the response'),
        userHandle: z
          .string()
          .max(128, 'must be at most 128 characters')
          .nullish()
          .meta({ description: '`userHandle` of the response, in base64url' }),
        attestationObject: base64url(8192, 'Not used').nullish(),
      })
      .meta({ description: "The authenticator's response" }),
    authenticatorAttachment: Attachment,
    clientExtensionResults: Extensions,
  })
  .meta({ id: 'Assertion', description: 'AuthenticationResponseJSON of WebAuthn' });

const EXAMPLE_CREDENTIAL = {
  id: 'q83vEjRWeJA',
  rawId: 'q83vEjRWeJA',
  type: 'public-key',
  response: { clientDataJSON: 'eyJ0eXBlIjoid2ViYXV0aG4uY3JlYXRlIn0', attestationObject: 'o2NmbXRkbm9uZQ' },
  clientExtensionResults: {},
};
export const EXAMPLE_ASSERTION = {
  id: 'q83vEjRWeJA',
  rawId: 'q83vEjRWeJA',
  type: 'public-key',
  response: {
    clientDataJSON: 'eyJ0eXBlIjoid2ViYXV0aG4uZ2V0In0',
    authenticatorData: 'SZYN5YgOjGh0NBcPZHZgW4',
    signature: 'MEUCIQDx',
    userHandle: 'AZVh',
  },
  clientExtensionResults: {},
} as const;

export const ListPasskeys = z.strictObject(Paging);
const PASSWORD_EXAMPLES = [{ password: 'a long password' }];
export const PasskeyOptions = z.strictObject(Confirmation).meta({ examples: PASSWORD_EXAMPLES });
export const SignInOptions = z.strictObject({});
export const AddPasskey = z
  .strictObject({
    name: text(100).optional().meta({ description: 'What you call it; `Passkey` when absent' }),
    credential: Credential,
    ...Confirmation,
  })
  .meta({ examples: [{ name: 'Work laptop', credential: EXAMPLE_CREDENTIAL }] });
export const RemovePasskey = z
  .strictObject({ id: Id, ...Confirmation })
  .meta({ examples: PASSWORD_EXAMPLES });
export const PasskeySignIn = z
  .strictObject({ assertion: Assertion })
  .meta({ examples: [{ assertion: EXAMPLE_ASSERTION }] });

export const Passkey = z
  .object({
    id: Id,
    name: z.string().meta({ description: 'What you call it' }),
    rp_id: z.string().meta({ description: 'Host that it was made for: it works at no other' }),
    created_at: Timestamp.meta({ description: 'When you added it' }),
    last_used_at: Timestamp.nullable().meta({ description: 'When it was last used; null for never' }),
  })
  .meta({ id: 'Passkey' });
export const PasskeyList = listOf(Passkey);

const Descriptor = z.object({
  id: z.string().meta({ description: 'Id of the credential, in base64url' }),
  ...described,
  transports: z
    .array(z.enum(TRANSPORTS))
    .optional()
    .meta({ description: 'How the browser reaches the authenticator' }),
});
const Challenge = z.string().meta({ description: 'In base64url; for one response within five minutes' });
const Timeout = z.int().meta({ description: 'Milliseconds for the member' });
const UserVerification = z
  .literal('required')
  .meta({ description: 'Always `required`: the device checks a PIN, a fingerprint or a face' });

export const CreationOptions = z
  .object({
    challenge: Challenge,
    rp: z
      .object({
        id: z.string().meta({ description: 'Host that the passkey works at' }),
        name: z.string().meta({ description: 'Name to show' }),
      })
      .meta({ description: 'Who asks' }),
    user: z
      .object({
        id: z.string().meta({ description: 'The member’s id, in base64url' }),
        name: z.string().meta({ description: 'Email of the member' }),
        displayName: z.string().meta({ description: 'Name of the member' }),
      })
      .meta({ description: 'Whom the passkey is for' }),
    pubKeyCredParams: z
      .array(
        z.object({
          ...described,
          alg: z.int().meta({ description: 'COSE number of the algorithm' }),
        }),
      )
      .meta({ description: 'Algorithms, the preferred one first' }),
    timeout: Timeout,
    attestation: z.literal('none').meta({ description: 'Always `none`: what made the key is not asked' }),
    excludeCredentials: z
      .array(Descriptor)
      .meta({ description: 'Your passkeys: their devices need no second one' }),
    authenticatorSelection: z
      .object({
        residentKey: z
          .literal('required')
          .meta({ description: 'Always `required`: the passkey itself says whose it is' }),
        requireResidentKey: z.literal(true).meta({ description: 'The same for older browsers' }),
        userVerification: UserVerification,
      })
      .meta({ description: 'What the authenticator must be able to do' }),
    extensions: z
      .object({ credProps: z.boolean().meta({ description: 'Asks whether the passkey can be found' }) })
      .meta({ description: 'Extensions' }),
  })
  .meta({ id: 'PasskeyCreationOptions', description: 'PublicKeyCredentialCreationOptionsJSON of WebAuthn' });

export const RequestOptions = z
  .object({
    challenge: Challenge,
    rpId: z.string().meta({ description: 'Host that the passkey works at' }),
    timeout: Timeout,
    userVerification: UserVerification,
    allowCredentials: z
      .array(Descriptor)
      .meta({ description: 'Your passkeys when you are signed in; otherwise empty: the browser offers all' }),
  })
  .meta({ id: 'PasskeyRequestOptions', description: 'PublicKeyCredentialRequestOptionsJSON of WebAuthn' });
