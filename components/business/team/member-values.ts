import * as z from 'zod/mini';
import { TEAM_ROLES } from '@/server/kernel/permissions';
import type { Member } from './types';

const ACCESS = {
  role: z.enum(TEAM_ROLES),
  /** True for every location, whichever are chosen. */
  all: z.boolean(),
  locations: z.array(z.string()),
};
const someLocation = z.refine<{ all: boolean; locations: string[] }>(
  ({ all, locations }) => all || locations.length > 0,
  { path: ['locations'], error: 'Choose at least one location' },
);

/** What the form of a member holds. */
export const AccessValues = z.object(ACCESS).check(someLocation);
export type AccessValues = z.infer<typeof AccessValues>;

/** What the form of an invitation holds. */
export const InviteValues = z
  .object({ ...ACCESS, email: z.string().check(z.trim(), z.email('Enter an email address')) })
  .check(someLocation);
export type InviteValues = z.infer<typeof InviteValues>;

export function accessValues({ role, all_locations, locations }: Member): AccessValues {
  return { role, all: all_locations, locations };
}

/** The fields as the server takes them, which reads an empty list as all locations. */
export function accessFields({ role, all, locations }: AccessValues) {
  return { role, locations: all ? [] : locations };
}
