import { z } from 'zod';
import { endpoint, publicEndpoint } from '../../../operation/endpoint';
import { router } from '../../../operation/init';
import { rowOf } from '../../../operation/objects';
import { TokenSet } from '../../auth/schema';
import { tokenSet } from '../../auth/service';
import { users } from '../../auth/tables';
import { acceptInvitation } from './acceptance';
import { inviteMember, resendInvitation } from './invitations';
import { getMember, listTeam } from './queries';
import {
  AcceptInvitation,
  InviteMember,
  ListTeam,
  MemberId,
  RemoveMember,
  ResendInvitation,
  TeamList,
  TeamMember,
  UpdateMember,
} from './schema';
import { endSessions, removeMember, updateMember } from './service';

export const teamRouter = router({
  list: endpoint({
    rest: 'GET /api/v1/entity/team',
    summary: 'Members and those who were invited, oldest first',
    description: 'Members and open invitations, with their roles and location limits.',
    permission: 'read:team',
    input: ListTeam,
    output: TeamList,
  }).query(({ ctx, input }) => listTeam(ctx, input)),

  get: endpoint({
    rest: 'GET /api/v1/entity/team/{user_id}',
    summary: 'Get a member or an invitation',
    description: 'The member who accepts an invitation keeps its id.',
    permission: 'read:team',
    input: MemberId,
    output: TeamMember,
    object: rowOf(users.id, {}, (input) => input.user_id),
    errors: ['NOT_FOUND'],
  }).query(({ ctx, input }) => getMember(ctx, input.user_id)),

  invite: endpoint({
    rest: 'POST /api/v1/entity/team/invite',
    summary: 'Invite a member by email',
    description:
      'The link in the email is valid for seven days. Empty or absent `locations` mean all of them. An email that is in use at ' +
      'another business gets the same response and the same mail: opening the link says that it is in use (409).',
    permission: 'create:team',
    input: InviteMember,
    output: TeamMember,
    status: 201,
    location: '/api/v1/entity/team/{user_id}',
    errors: [
      ...(['NOT_FOUND', 'already_invited', 'already_member', 'license_unverified'] as const),
      ...(['outside_your_locations', 'role_above_own'] as const),
    ],
    recent: 'to invite an owner or admin',
  }).mutation(({ ctx, input }) => inviteMember(ctx, input)),

  resend: endpoint({
    rest: 'POST /api/v1/entity/team/{user_id}/resend',
    summary: 'Send an invitation again',
    description: 'The new link is valid for seven days and replaces the old one.',
    permission: 'create:team',
    input: ResendInvitation,
    output: TeamMember,
    errors: ['NOT_FOUND', 'outside_your_locations', 'owner_required', 'already_joined', 'license_unverified'],
    recent: 'to invite an owner or admin',
  }).mutation(({ ctx, input }) => resendInvitation(ctx, input.user_id)),

  update: endpoint({
    rest: 'PATCH /api/v1/entity/team/{user_id}',
    summary: "Update a member's role or locations",
    description:
      'Only an owner can change owners. You cannot grant a role above your own or change your own. Takes effect at the ' +
      "member's next request.",
    permission: 'update:team',
    input: UpdateMember,
    output: TeamMember,
    errors: ['NOT_FOUND', 'outside_your_locations', 'own_role', 'owner_required', 'role_above_own'],
    recent: 'to make an owner or admin, or to give one more locations',
  }).mutation(({ ctx, input }) => updateMember(ctx, input)),

  remove: endpoint({
    rest: 'DELETE /api/v1/entity/team/{user_id}',
    summary: 'Remove a member, or revoke an invitation',
    description:
      "The member's sessions and own API keys end immediately, and another business can invite the email. Owners are mailed the keys of the business that go on.",
    permission: 'delete:team',
    input: RemoveMember,
    output: z.void(),
    status: 204,
    errors: ['NOT_FOUND', 'outside_your_locations', 'owner_required', 'last_owner'],
  }).mutation(({ ctx, input }) => removeMember(ctx, input)),

  endSessions: endpoint({
    rest: 'POST /api/v1/entity/team/{user_id}/end-sessions',
    summary: "End a member's sessions",
    description:
      'Ends all sessions of a member at once, but for the one that calls. They can sign in again, and their API keys still work.',
    permission: 'update:team',
    input: MemberId,
    output: z.void(),
    status: 204,
    errors: ['NOT_FOUND', 'outside_your_locations', 'owner_required'],
  }).mutation(({ ctx, input }) => endSessions(ctx, input.user_id)),

  accept: publicEndpoint({
    rest: 'POST /auth/invitations/accept',
    summary: 'Accept an invitation with the token from its email',
    description: 'Chooses the name and the password of the new member, and signs them in.',
    input: AcceptInvitation,
    output: TokenSet,
    errors: ['TOKEN_INVALID', 'TOKEN_EXPIRED', 'email_in_use'],
  }).mutation(async ({ ctx, input }) => tokenSet(ctx.signer, await acceptInvitation(ctx, input))),
});
