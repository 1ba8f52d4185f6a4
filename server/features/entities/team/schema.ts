import { z } from 'zod';
import { Confirmation, Id, listOf, Paging, sortBy, Timestamp, text, unchanged } from '../../../kernel/params';
import { Email, NewPassword, TeamRole } from '../../auth/schema';

export const TeamMember = z
  .object({
    user_id: Id,
    email: z.string().meta({ description: 'Email that the member signs in with' }),
    name: z.string().nullable().meta({ description: 'null until the invitation is accepted' }),
    role: TeamRole,
    locations: z.array(Id).meta({ description: 'Locations whose stock the member sees and changes' }),
    all_locations: z.boolean().meta({
      description: 'true for every location; false with empty `locations` means none is left',
    }),
    status: z.enum(['invited', 'active']).meta({ description: '`invited` until the invitation is accepted' }),
    mfa_enabled: z.boolean().meta({ description: 'Whether two-factor authentication is on' }),
    invited_at: Timestamp.nullable().meta({
      description: 'When the invitation was sent; null for a first owner',
    }),
    joined_at: Timestamp.nullable().meta({
      description: 'When the invitation was accepted; null until then',
    }),
  })
  .meta({ id: 'TeamMember' });
export const TeamList = listOf(TeamMember);

export const ListTeam = z.strictObject({
  sort: sortBy(['name', 'email', 'role', 'status', 'invited_at', 'joined_at']),
  ...Paging,
});

/** Empty means all (decision 21). */
const Locations = z
  .array(Id)
  .max(500, 'must be at most 500')
  .meta({ description: 'Locations whose stock the member sees and changes; empty for all' });

export const InviteMember = z
  .strictObject({
    email: Email,
    role: TeamRole,
    locations: Locations.optional(),
    ...Confirmation,
  })
  .meta({ examples: [{ email: 'sam@dispensary.example', role: 'manager', locations: [] }] });

/** Fields that a PATCH accepts only unchanged (decision 34). */
export const MEMBER_READ_ONLY = [
  'email',
  'name',
  'all_locations',
  'status',
  'mfa_enabled',
  'invited_at',
  'joined_at',
] as const;

export const UpdateMember = z
  .strictObject({
    user_id: Id,
    role: TeamRole.optional(),
    locations: Locations.optional(),
    ...unchanged(MEMBER_READ_ONLY),
    ...Confirmation,
  })
  .meta({ examples: [{ role: 'manager' }] });

export const MemberId = z.strictObject({ user_id: Id });
export const RemoveMember = MemberId.extend({
  keys: z.enum(['keep', 'revoke']).default('keep').meta({
    description:
      '`revoke` ends the keys of the business that the member created or rotated last; own ones always end',
  }),
}).meta({ examples: [{ keys: 'revoke' }] });
export const ResendInvitation = z.strictObject({ user_id: Id, ...Confirmation }).meta({ examples: [{}] });

export const AcceptInvitation = z
  .strictObject({
    token: z.string().min(1).max(200).meta({ description: '`token` of the link in the email' }),
    name: text(200).meta({ description: 'Full name' }),
    password: NewPassword,
  })
  .meta({
    examples: [{ token: 'token-from-the-email', name: 'Sam Rivera', password: 'correct horse battery' }],
  });
