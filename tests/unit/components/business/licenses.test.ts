import { expect, test } from 'vitest';
import { licenseForm, newLicense, newLicenseValues } from '@/components/business/licenses/license-values';

const LICENSE = {
  id: '1',
  location_id: 'harbor',
  number: 'C11-1',
  state: 'CA',
  type: 'Distributor',
  activity: 'distribution',
  use: 'both',
  expires_on: '2027-06-30',
  status: 'active',
  verified_at: null,
  operator_verified_at: null,
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-01T00:00:00.000Z',
} as const;

test('a license sends what was changed, and null for what was cleared', () => {
  const before = licenseForm.values(LICENSE);
  expect(licenseForm.patch(before, before)).toBeNull();
  const after = { ...before, location_id: '', type: '', expires_on: '', number: 'C11-2' };
  expect(licenseForm.patch(before, after)).toEqual({
    number: 'C11-2',
    location_id: null,
    type: null,
    expires_on: null,
  });
  expect(licenseForm.patch(before, { ...before, status: 'suspended' })).toEqual({ status: 'suspended' });
});

test('a new license leaves its state to the server unless one is typed', () => {
  const values = { ...newLicenseValues('retail'), number: 'C10-1' };
  expect(newLicense(values)).toEqual({
    number: 'C10-1',
    location_id: null,
    type: null,
    activity: 'retail',
    use: 'both',
    expires_on: null,
    status: 'active',
  });
  expect(newLicense({ ...values, state: 'NV' })).toMatchObject({ state: 'NV' });
});
