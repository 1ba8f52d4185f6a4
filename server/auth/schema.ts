import { z } from 'zod';
import { Id } from '../kernel/params';
import { ENTITY_TYPES, TEAM_ROLES } from '../kernel/permissions';

/** Compared without case; stored in lower case. */
export const Email = z
  .string()
  .trim()
  .toLowerCase()
  .max(254, 'must be at most 254 characters')
  .pipe(z.email('must be an e-mail address'));

export const PASSWORD_LENGTH = { min: 8, max: 128 };

/** A password that somebody chooses: 8 to 128 characters of any kind (decision 58); common ones are refused by the server. */
export const NewPassword = z
  .string()
  .refine((password) => {
    const length = [...password].length;
    return length >= PASSWORD_LENGTH.min && length <= PASSWORD_LENGTH.max;
  }, `must have ${PASSWORD_LENGTH.min} to ${PASSWORD_LENGTH.max} characters`)
  .meta({ minLength: PASSWORD_LENGTH.min, maxLength: PASSWORD_LENGTH.max });

export const Login = z
  .strictObject({
    email: Email,
    password: z.string().min(1, 'must not be empty').max(1024, 'must be at most 1024 characters'),
  })
  .meta({ examples: [{ email: 'buyer@dispensary.example', password: 'a long password' }] });

export const Refresh = z.strictObject({ refresh_token: z.string().min(1).max(4096) });

export const SignedInUser = z.object({
  id: Id,
  email: z.string(),
  name: z.string(),
  role: z.enum(ENTITY_TYPES).meta({ description: 'The type of the business (decision 1)' }),
  team_role: z.enum(TEAM_ROLES),
});

const Tokens = {
  access_token: z.string(),
  refresh_token: z.string(),
  token_type: z.literal('bearer'),
  expires_in: z.number().int().meta({ description: 'seconds' }),
};

export const RefreshedTokens = z.object(Tokens);
export const TokenSet = z.object({ ...Tokens, user: SignedInUser }).meta({ id: 'TokenSet' });

export const Profile = SignedInUser.extend({
  entity_id: Id,
  permissions: z.array(z.string()),
  mfa_enabled: z.boolean(),
}).meta({ id: 'Profile' });

export const Nothing = z.strictObject({});
