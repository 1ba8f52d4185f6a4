import { z } from 'zod';
import { Count, Id, listOf, Paging, Timestamp, text } from '../kernel/params';
import { ENTITY_TYPES, TEAM_ROLES } from '../kernel/permissions';
import { rule } from '../kernel/rules';
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
  .pipe(z.email('must be an e-mail address'))
  .meta({ format: 'email' });

/** A password that somebody chooses: 8 to 128 characters of any kind (decision 58); common ones are refused by the server. */
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
  .meta({ minLength: PASSWORD_LENGTH.min, maxLength: PASSWORD_LENGTH.max });

/** A password that somebody has: whatever its length, it is right or wrong. */
const Password = z.string().min(1, 'must not be empty').max(1024, 'must be at most 1024 characters');

export const Login = z
  .strictObject({ email: Email, password: Password })
  .meta({ examples: [{ email: 'buyer@dispensary.example', password: 'a long password' }] });

export const Refresh = z.strictObject({ refresh_token: z.string().min(1).max(4096) });

export const SignedInUser = z.object({
  id: Id,
  email: z.string(),
  name: z.string(),
  role: EntityType.meta({ description: 'The type of the business (decision 1)' }),
  team_role: TeamRole,
});

const Tokens = {
  access_token: z.string(),
  refresh_token: z.string(),
  token_type: z.literal('bearer'),
  expires_in: Count.meta({ description: 'seconds' }),
};

export const RefreshedTokens = z.object(Tokens);
export const TokenSet = z.object({ ...Tokens, user: SignedInUser }).meta({ id: 'TokenSet' });

export const MfaRequired = z
  .object({
    mfa_required: z.literal(true),
    temp_token: z
      .string()
      .meta({ description: 'For POST /auth/mfa/complete: five minutes, one sign-in, five tries' }),
  })
  .meta({ id: 'MfaRequired' });
/** What login answers with: tokens, or a member with a second factor is asked for it. */
export const LoginAnswer = z.union([TokenSet, MfaRequired]).meta({ id: 'LoginResult' });

/** Spaces and hyphens, which apps show for reading, do not count. */
const written = z
  .string()
  .max(64, 'must be at most 64 characters')
  .overwrite((code) => code.replace(/[\s-]/g, ''));
const TotpCode = written
  .regex(/^\d{6}$/, 'must be the six digits that the app shows')
  .meta({ examples: ['492039'] });
const AnyCode = written
  .min(1, 'must not be empty')
  .meta({ description: 'The six digits that the app shows, or a recovery code', examples: ['492039'] });

export const VerifyMfa = z.strictObject({ code: TotpCode });
export const CompleteMfa = z.strictObject({ temp_token: z.string().min(1).max(4096), code: AnyCode });
export const DisableMfa = z.strictObject({ password: Password, code: AnyCode });

/** Optional where a sign-in of the last 10 minutes does as well. */
const RecentPassword = Password.optional().meta({
  description: 'Needed when the sign-in is older than 10 minutes',
});
export const EnableMfa = z.strictObject({ password: RecentPassword });
export const RenewRecoveryCodes = z.strictObject({ password: RecentPassword });
export const RecoveryCodes = z.object({
  recovery_codes: z.array(z.string()).meta({ description: 'Ten codes, shown this once' }),
});
export const Reauthenticate = z.strictObject({
  password: Password,
  code: AnyCode.optional().meta({ description: 'Required with two-step sign-in' }),
});

export const ListSessions = z.strictObject(Paging);
export const EndSession = z.strictObject({ id: Id });
export const Session = z
  .object({
    id: Id,
    created_at: Timestamp,
    last_seen: Timestamp.meta({ description: 'Accurate to an hour' }),
    address: z.string(),
    user_agent: z.string().nullable(),
    current: z.boolean().meta({ description: 'True for the session of this request' }),
  })
  .meta({ id: 'Session' });
export const SessionList = listOf(Session);

export const MfaSecret = z.object({
  secret: z.string().meta({ description: 'base32, for typing in' }),
  qr_code_url: z
    .string()
    .meta({ description: 'otpauth://totp/<issuer>:<email>?secret=<secret>, for a QR code' }),
});
export const MfaVerified = z.object({
  mfa_enabled: z.literal(true),
  verified_at: Timestamp.meta({ description: 'When this session last showed the second factor' }),
  recovery_codes: z
    .array(z.string())
    .optional()
    .meta({ description: 'Ten codes that count once each in place of the app; in the first answer alone' }),
});
export const MfaDisabled = z.object({ mfa_enabled: z.literal(false) });

export const RequestReset = z.strictObject({ email: Email });
export const ResetRequested = z.object({ message: z.string() });
export const ResetPassword = z.strictObject({
  token: z.string().min(1).max(512).meta({ description: 'From the link that was mailed' }),
  new_password: NewPassword,
});
export const ChangePassword = z.strictObject({ current_password: Password, new_password: NewPassword });

export const Profile = SignedInUser.extend({
  entity_id: Id,
  permissions: z.array(z.string()),
  mfa_enabled: z.boolean(),
}).meta({ id: 'Profile' });

/** Fields of the profile that a PATCH takes only as they are (decision 34). */
export const PROFILE_READ_ONLY = [
  'id',
  'email',
  'role',
  'team_role',
  'entity_id',
  'permissions',
  'mfa_enabled',
] as const;
const unchanged = z.unknown().optional();
export const UpdateProfile = z.strictObject({
  name: text(200).optional(),
  id: unchanged,
  email: unchanged,
  role: unchanged,
  team_role: unchanged,
  entity_id: unchanged,
  permissions: unchanged,
  mfa_enabled: unchanged,
});

export const Nothing = z.strictObject({});
