import * as z from 'zod/mini';
import { PRESETS } from './labels';
import type { KeyPermission } from './types';

const LONGEST_NAME = 100;
const DAY_MS = 86_400_000;

export const EXPIRIES = [
  { value: '30', label: 'In 30 days' },
  { value: '90', label: 'In 90 days' },
  { value: '365', label: 'In a year' },
  { value: 'never', label: 'Never' },
] as const;

/** What the form of a key holds; no location stands for all of them. */
export const KeyValues = z.object({
  name: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, 'Enter a name'),
      z.maxLength(LONGEST_NAME, `Use at most ${LONGEST_NAME} characters`),
    ),
  permissions: z.array(z.string()).check(z.minLength(1, 'Choose at least one permission')),
  locations: z.array(z.string()),
  expires: z.enum(['30', '90', '365', 'never']),
});
export type KeyValues = z.infer<typeof KeyValues>;

/** A new key reads, as far as its creator may, and expires. */
export function newKeyValues(can: (permission: KeyPermission) => boolean): KeyValues {
  const permissions = (PRESETS[0]?.permissions ?? []).filter(can);
  return { name: '', permissions, locations: [], expires: '90' };
}

/** The fields as the server takes them. */
export function keyFields({ name, permissions, locations, expires }: KeyValues, now: Date) {
  return {
    name,
    permissions: permissions as KeyPermission[],
    ...(locations.length > 0 && { location_ids: locations }),
    expires_at: expires === 'never' ? null : new Date(now.getTime() + Number(expires) * DAY_MS).toISOString(),
  };
}
