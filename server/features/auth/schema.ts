import { z } from 'zod';
import { ENTITY_TYPES } from '../../kernel/entity-types';
import {
  AnyCode,
  Confirmation,
  Count,
  CurrentPassword,
  Id,
  listOf,
  Paging,
  RecentCode,
  Timestamp,
  text,
  unchanged,
} from '../../kernel/params';
import { TEAM_ROLES } from '../../kernel/permissions';
import { rule } from '../../kernel/rules';
import { Assertion } from './passkeys/schema';
import { PASSWORD_LENGTH } from './password-length';

export const TeamRole = z.enum(TEAM_ROLES).meta({
  id: 'TeamRole',
  description:
    '`owner` has full access and can delete the entity, `admin` has full access, `manager` runs inventory and orders, `viewer` reads',
});

export const EntityType = z.enum(ENTITY_TYPES).meta({
  id: 'EntityType',
  description: '`retailer` is a dispensary, `wholesaler` a distributor, `cultivator` a grower',
});

/** Compared without case; stored in lower case. */
export const Email = z
  .string()
  .trim()
  .toLowerCase()
  .max(254, 'must be at most 254 characters')
  .pipe(z.email('must be an email address'))
  .meta({ format: 'email', description: 'Email address; case is ignored' });

/** A new password: 8 to 128 characters of any kind (decision 58); the server rejects common and context words. */
export const NewPassword = z
  .string()
  .refine(
    (password) => [...password].length >= PASSWORD_LENGTH.min,
    rule('too_short', `must have at least ${PASSWORD_LENGTH.min} characters`),
  )
  .refine(
    (password) => [...password].length <= PASSWORD_LENGTH.max,
    rule('too_long', `must have at most ${PASSWORD_LENGTH.max} characters`),
  )
  .meta({
    minLength: PASSWORD_LENGTH.min,
    maxLength: PASSWORD_LENGTH.max,
    description: 'New password; common ones, and names or emails that are near to it, are rejected',
  });

export const Login = z
  .strictObject({ email: Email, password: CurrentPassword })
  .meta({ examples: [{ email: 'buyer@dispensary.example', password: 'a long password' }] });

export const Refresh = z
  .strictObject({
    refresh_token: z.string().min(1).max(4096).meta({ description: 'From the last sign-in or refresh' }),
  })
  .meta({ examples: [{ refresh_token: 'eyJhbGciOiJIUzI1NiJ9.eyJzaWQiOiIwMTk1In0.c2ln' }] });

export const SignedInUser = z.object({
  id: Id.meta({ description: 'Id of the user' }),
  email: z.string().meta({ description: 'Email address' }),
  name: z.string().meta({ description: 'Full name' }),
  role: EntityType.meta({ description: 'Type of your business' }),
  team_role: TeamRole,
});

const Tokens = {
  access_token: z.string().meta({ description: 'Send as `Authorization: Bearer <token>`' }),
  refresh_token: z.string().meta({ description: 'Exchange it for new tokens once; then use the new one' }),
  token_type: z.literal('bearer').meta({ description: 'Always `bearer`' }),
  expires_in: Count.meta({ description: 'Seconds until the access token expires' }),
};

export const RefreshedTokens = z.object(Tokens);
export const TokenSet = z
  .object({ ...Tokens, user: SignedInUser.meta({ description: 'The signed-in user' }) })
  .meta({ id: 'TokenSet' });

export const MfaRequired = z
  .object({
    mfa_required: z.literal(true).meta({ description: 'Always `true`' }),
    temp_token: z.string().meta({
      description: 'For POST /auth/mfa/complete; valid for five minutes, one sign-in and five attempts',
    }),
  })
  .meta({ id: 'MfaRequired' });
/** Response of login: tokens, or a challenge for the second factor. */
export const LoginResponse = z.union([TokenSet, MfaRequired]).meta({ id: 'LoginResult' });

const TotpCode = AnyCode.regex(/^\d{6}$/, 'must be the six digits that the app shows').meta({
  description: 'The six digits that the authenticator app shows',
  examples: ['492039'],
});

export const VerifyMfa = z.strictObject({ code: TotpCode }).meta({ examples: [{ code: '492039' }] });
export const CompleteMfa = z
  .strictObject({
    temp_token: z.string().min(1).max(4096).meta({ description: 'From the response of POST /auth/login' }),
    code: AnyCode,
  })
  .meta({ examples: [{ temp_token: 'eyJhbGciOiJIUzI1NiJ9.eyJ0eXBlIjoibWZhIn0.c2ln', code: '492039' }] });
export const DisableMfa = z
  .strictObject({ password: CurrentPassword, code: AnyCode })
  .meta({ examples: [{ password: 'a long password', code: '492039' }] });

const PASSWORD_EXAMPLES = [{ password: 'a long password' }];
export const EnableMfa = z.strictObject(Confirmation).meta({ examples: PASSWORD_EXAMPLES });
export const RenewRecoveryCodes = z.strictObject(Confirmation).meta({ examples: PASSWORD_EXAMPLES });
export const RecoveryCodes = z.object({
  recovery_codes: z
    .array(z.string())
    .meta({ description: 'Ten codes; each works once. You won’t see them again' }),
});
const WithPassword = z.strictObject({
  password: CurrentPassword,
  code: AnyCode.optional().meta({ description: 'Required with two-factor authentication' }),
});
const WithPasskey = z.strictObject({ assertion: Assertion });
/** The documented body; `Reauthenticate` reads either. */
export const ReauthenticateBody = z.union([WithPassword, WithPasskey]).meta({ examples: PASSWORD_EXAMPLES });
export const Reauthenticate = WithPassword.extend(WithPasskey.shape)
  .partial()
  .meta({ examples: PASSWORD_EXAMPLES });

/** How a session was opened. */
export const SIGNED_IN_WITH = ['password', 'password_and_code', 'passkey', 'sso'] as const;

export const ListSessions = z.strictObject(Paging);
export const EndSession = z.strictObject({ id: Id });
export const Session = z
  .object({
    id: Id,
    created_at: Timestamp.meta({ description: 'When you signed in' }),
    last_seen: Timestamp.meta({ description: 'Last activity, accurate to an hour' }),
    address: z.string().meta({ description: 'IP address of the sign-in' }),
    user_agent: z.string().nullable().meta({ description: 'Browser or client of the sign-in' }),
    signed_in_with: z
      .enum(SIGNED_IN_WITH)
      .nullable()
      .meta({ description: 'How you signed in; null for a session from before this was recorded' }),
    current: z.boolean().meta({ description: 'True for the session of this request' }),
  })
  .meta({ id: 'Session' });
export const SessionList = listOf(Session);

export const MfaSecret = z.object({
  secret: z.string().meta({ description: 'Base32, to enter by hand' }),
  qr_code_url: z
    .string()
    .meta({ description: '`otpauth://totp/<issuer>:<email>?secret=<secret>`; show it as a QR code' }),
});
export const MfaVerified = z.object({
  mfa_enabled: z.literal(true).meta({ description: 'Always `true`' }),
  verified_at: Timestamp.meta({ description: 'When this session last passed the second factor' }),
  recovery_codes: z
    .array(z.string())
    .optional()
    .meta({ description: 'Ten codes that replace the app, each once; only in the first response' }),
});
export const MfaDisabled = z.object({
  mfa_enabled: z.literal(false).meta({ description: 'Always `false`' }),
});

export const RequestReset = z
  .strictObject({ email: Email })
  .meta({ examples: [{ email: 'buyer@dispensary.example' }] });
export const ResetRequested = z.object({
  message: z.string().meta({ description: 'Text to show to the user' }),
});
export const ResetPassword = z
  .strictObject({
    token: z.string().min(1).max(512).meta({ description: '`token` of the link in the email' }),
    new_password: NewPassword,
  })
  .meta({ examples: [{ token: 'token-from-the-email', new_password: 'correct horse battery' }] });
export const ChangePassword = z
  .strictObject({ current_password: CurrentPassword, code: RecentCode, new_password: NewPassword })
  .meta({ examples: [{ current_password: 'a long password', new_password: 'correct horse battery' }] });

export const Profile = SignedInUser.extend({
  entity_id: Id.meta({ description: 'Id of your business' }),
  permissions: z.array(z.string()).meta({ description: 'What you may do, as `<action>:<resource>`' }),
  mfa_enabled: z.boolean().meta({ description: 'Whether two-factor authentication is on' }),
  second_factor_due: Timestamp.nullable().meta({
    description:
      'When this session needs a second factor; null where none is required or it has shown one. From then on it can only set one up or confirm it',
  }),
}).meta({ id: 'Profile' });

/** Fields of the profile that a PATCH accepts only unchanged (decision 34). */
export const PROFILE_READ_ONLY = [
  'id',
  'email',
  'role',
  'team_role',
  'entity_id',
  'permissions',
  'mfa_enabled',
  'second_factor_due',
] as const;
export const UpdateProfile = z
  .strictObject({
    name: text(200).optional().meta({ description: 'Full name' }),
    ...unchanged(PROFILE_READ_ONLY),
  })
  .meta({ examples: [{ name: 'Maya Alvarez' }] });

export const Nothing = z.strictObject({});
