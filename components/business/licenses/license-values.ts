import * as z from 'zod/mini';
import { formOf, noneOf, typedValues } from '@/components/ui/forms/typed';
import {
  LICENSE,
  LICENSE_ACTIVITIES,
  LICENSE_STATUSES,
  LICENSE_USES,
} from '@/server/features/entities/typed.schema';
import type { License, NewLicense } from './types';

/** What the form of a license holds; an empty text stands for null. */
export const LicenseValues = z.object({
  ...typedValues(LICENSE).shape,
  location_id: z.string(),
  activity: z.enum(LICENSE_ACTIVITIES),
  use: z.enum(LICENSE_USES),
  expires_on: z.string(),
  status: z.enum(LICENSE_STATUSES),
});
export type LicenseValues = z.infer<typeof LicenseValues>;

export const newLicenseValues = (activity: License['activity']): LicenseValues => ({
  ...{ ...noneOf(LICENSE), location_id: '', expires_on: '' },
  activity,
  use: 'both',
  status: 'active',
});

export const licenseForm = formOf(newLicenseValues('other'), ['location_id', 'type', 'expires_on']);

/** A new license as the server takes it: without a state that of the location. */
export function newLicense(values: LicenseValues): NewLicense {
  const { state, ...license } = licenseForm.fields(values);
  return { ...license, ...(state && { state }) };
}
