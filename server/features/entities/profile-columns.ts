import type { z } from 'zod';
import type { UpdateEntity } from './schema';

type Profile = Pick<
  z.infer<typeof UpdateEntity>,
  'name' | 'legal_name' | 'license_number' | 'license_type' | 'license_expiry' | 'address'
> & { contact?: { email?: string | null; phone?: string | null } };

/** The columns of a profile that changes; undefined for what stays. */
export const profileColumns = ({ address, contact, ...patch }: Profile) => ({
  name: patch.name,
  legalName: patch.legal_name,
  licenseNumber: patch.license_number,
  licenseType: patch.license_type,
  licenseExpiry: patch.license_expiry,
  ...address,
  contactEmail: contact?.email,
  contactPhone: contact?.phone,
});
