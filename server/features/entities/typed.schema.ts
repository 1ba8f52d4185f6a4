import type { TypedFields } from '../../kernel/typed';

/** What is typed or chosen of a business, its premises and its licenses: pages read it, too. */
export const ADDRESS = {
  street: { label: 'Street', most: 200, missing: 'Enter the street' },
  city: { label: 'City', most: 100, missing: 'Enter the city' },
  state: { label: 'State', most: 100, missing: 'Enter the state' },
  zip: { label: 'ZIP code', most: 20, missing: 'Enter the ZIP code' },
} as const satisfies TypedFields;
export const ADDRESS_LINES = ['street', 'city', 'state', 'zip'] as const;

export const LOCATION = {
  name: { label: 'Name', most: 200, missing: 'Enter a name' },
  license_number: { label: 'License number', most: 100 },
  receiving_hours: { label: 'Receiving hours', most: 200 },
} as const satisfies TypedFields;
export const RECEIVING_ROOMS = ['vault', 'quarantine'] as const;

export const LICENSE = {
  number: { label: 'License number', most: 100, missing: 'Enter the license number' },
  state: { label: 'State', most: 100 },
  type: { label: 'Type', most: 100 },
} as const satisfies TypedFields;
export const LICENSE_ACTIVITIES = [
  'retail',
  'distribution',
  'cultivation',
  'manufacturing',
  'microbusiness',
  'other',
] as const;
export const LICENSE_USES = ['adult', 'medical', 'both'] as const;
export const LICENSE_STATUSES = ['active', 'suspended', 'surrendered'] as const;

const PROFILE = {
  legal_name: { label: 'Legal name', most: 200, missing: 'Enter the legal name' },
  license_number: { label: 'License number', most: 100, missing: 'Enter the license number' },
  license_type: { label: 'License type', most: 100 },
  phone: { label: 'Phone', most: 50, type: 'tel' },
} as const satisfies TypedFields;
export const BUSINESS = {
  name: { label: 'Name', most: 200, missing: 'Enter the name of your business' },
  ...PROFILE,
} as const satisfies TypedFields;
/** Types of a business that buys. */
export const BUYER_TYPES = ['retailer', 'wholesaler'] as const;
export const CUSTOMER = {
  name: { label: 'Name', most: 200, missing: 'Enter the name of the business' },
  ...PROFILE,
  nickname: { label: 'Nickname', most: 100 },
} as const satisfies TypedFields;
