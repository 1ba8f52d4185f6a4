import type { z } from 'zod';
import type { TeamMember } from '../../server/features/entities/team/schema';
import type { TeamRole } from '../../server/kernel/permissions';
import { type Client, ok } from '../setup/client';
import type { Stage } from '../setup/stage';
import { type Business, createBusiness, createMember, type Member } from './business';

export type MemberBody = z.infer<typeof TeamMember>;
export const TEAM = '/api/v1/entity/team';

let people = 0;
export const newEmail = () => `person${++people}@invited.test`;

/** A wholesaler with a member of each role, each signed in. */
interface Team {
  business: Business;
  members: Record<TeamRole, Member>;
  as: Record<TeamRole, Client>;
}

export async function createTeam(stage: Pick<Stage, 'db' | 'signIn'>, locationCount = 1): Promise<Team> {
  const business = await createBusiness(stage.db, 'wholesaler', { locationCount });
  const members = {} as Team['members'];
  const as = {} as Team['as'];
  for (const role of ['owner', 'admin', 'manager', 'viewer'] as const) {
    members[role] = await createMember(stage.db, business, role);
    as[role] = await stage.signIn(members[role]);
  }
  return { business, members, as };
}

export const invite = (client: Client, role: TeamRole, fields: object = {}) =>
  client.post<MemberBody>(`${TEAM}/invite`, { email: newEmail(), role, ...fields });
export const membersOf = async (client: Client) => ok(await client.get<{ data: MemberBody[] }>(TEAM)).data;
