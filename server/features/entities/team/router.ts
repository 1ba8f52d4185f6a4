import { z } from 'zod';
import { endpoint, publicEndpoint } from '../../../operation/endpoint';
import { router } from '../../../operation/init';
import { TokenSet } from '../../auth/schema';
import { tokenSet } from '../../auth/service';
import { acceptInvitation } from './acceptance';
import { inviteMember, resendInvitation } from './invitations';
import { getMember, listTeam } from './queries';
import {
  AcceptInvitation,
  InviteMember,
  ListTeam,
  MemberId,
  TeamList,
  TeamMember,
  UpdateMember,
} from './schema';
import { removeMember, updateMember } from './service';

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
    summary: 'One member or invitation',
    description: 'An invitation has the id that its member will have.',
    permission: 'read:team',
    input: MemberId,
    output: TeamMember,
    errors: ['NOT_FOUND'],
  }).query(({ ctx, input }) => getMember(ctx, input.user_id)),

  invite: endpoint({
    rest: 'POST /api/v1/entity/team/invite',
    summary: 'Invite somebody by e-mail',
    description:
      'The link in the e-mail can be accepted for seven days. Empty or absent `locations` mean all of them.',
    permission: 'create:team',
    input: InviteMember,
    output: TeamMember,
    status: 201,
    location: '/api/v1/entity/team/{user_id}',
    errors: ['NOT_FOUND', 'CONFLICT'],
  }).mutation(({ ctx, input }) => inviteMember(ctx, input)),

  resend: endpoint({
    rest: 'POST /api/v1/entity/team/{user_id}/resend',
    summary: 'Send an invitation again',
    description: 'The new link counts for seven days, in place of the old one.',
    permission: 'create:team',
    input: MemberId,
    output: TeamMember,
    errors: ['NOT_FOUND', 'CONFLICT'],
  }).mutation(({ ctx, input }) => resendInvitation(ctx, input.user_id)),

  update: endpoint({
    rest: 'PATCH /api/v1/entity/team/{user_id}',
    summary: "Change a member's role or locations",
    description:
      'Only an owner changes owners; nobody grants a role above their own or changes their own. It counts at the ' +
      "member's next request.",
    permission: 'update:team',
    input: UpdateMember,
    output: TeamMember,
    errors: ['NOT_FOUND'],
  }).mutation(({ ctx, input }) => updateMember(ctx, input)),

  remove: endpoint({
    rest: 'DELETE /api/v1/entity/team/{user_id}',
    summary: 'Remove a member, or revoke an invitation',
    description: "The member's sessions end at once, and the e-mail can be invited elsewhere.",
    permission: 'delete:team',
    input: MemberId,
    output: z.void(),
    status: 204,
    errors: ['NOT_FOUND', 'CONFLICT'],
  }).mutation(({ ctx, input }) => removeMember(ctx, input.user_id)),

  accept: publicEndpoint({
    rest: 'POST /auth/invitations/accept',
    summary: 'Accept an invitation with the token from its e-mail',
    description: 'Chooses the name and the password of the new member, and signs them in.',
    input: AcceptInvitation,
    output: TokenSet,
    errors: ['TOKEN_INVALID', 'TOKEN_EXPIRED', 'CONFLICT'],
  }).mutation(async ({ ctx, input }) => tokenSet(ctx.signer, await acceptInvitation(ctx, input))),
});
