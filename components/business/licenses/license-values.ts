import * as z from 'zod/mini';
import { changedFields } from '@/components/ui/forms/changed-fields';
import type { License, LicensePatch, NewLicense } from './types';

const atMost = (max: number) => z.maxLength(max, `Use at most ${max} characters`);

/** What the form of a license holds; an empty text stands for null. */
export const LicenseValues = z.object({
  number: z.string().check(z.trim(), z.minLength(1, 'Enter the license number'), atMost(100)),
  location_id: z.string(),
  state: z.string().check(z.trim(), atMost(100)),
  type: z.string().check(z.trim(), atMost(100)),
  activity: z.enum(['retail', 'distribution', 'cultivation', 'manufacturing', 'microbusiness', 'other']),
  use: z.enum(['adult', 'medical', 'both']),
  expires_on: z.string(),
  status: z.enum(['active', 'suspended', 'surrendered']),
});
export type LicenseValues = z.infer<typeof LicenseValues>;

export const newLicenseValues = (activity: License['activity']): LicenseValues => ({
  ...{ number: '', location_id: '', state: '', type: '', expires_on: '' },
  activity,
  use: 'both',
  status: 'active',
});

export function licenseValues(license: License): LicenseValues {
  const { number, location_id, state, type, activity, use, expires_on, status } = license;
  return {
    ...{ number, state, activity, use, status },
    location_id: location_id ?? '',
    type: type ?? '',
    expires_on: expires_on ?? '',
  };
}

const orNull = (text: string) => text || null;

/** A new license as the server takes it. */
export const licenseFields = ({
  location_id,
  state,
  type,
  expires_on,
  ...values
}: LicenseValues): NewLicense => ({
  ...values,
  ...(state && { state }),
  location_id: orNull(location_id),
  type: orNull(type),
  expires_on: orNull(expires_on),
});

/** What was changed; null for nothing. */
export function licensePatch(before: LicenseValues, after: LicenseValues): LicensePatch | null {
  const { location_id, type, expires_on, ...own } = changedFields(before, after);
  const patch = {
    ...own,
    ...(location_id !== undefined && { location_id: orNull(location_id) }),
    ...(type !== undefined && { type: orNull(type) }),
    ...(expires_on !== undefined && { expires_on: orNull(expires_on) }),
  };
  return Object.keys(patch).length > 0 ? patch : null;
}
