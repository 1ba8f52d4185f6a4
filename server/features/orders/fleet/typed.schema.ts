import type { TypedFields } from '../../../kernel/typed';

/** What is typed of a driver: pages read it, too. */
export const DRIVER = {
  name: { label: 'Full name', most: 200, missing: 'Enter a name.', title: 'Driver' },
  license_number: { label: "Driver's license", most: 100, missing: 'Enter the license number.' },
  phone: { label: 'Phone', most: 50, type: 'tel' },
  employee_id: { label: 'Occupational license', most: 100 },
} as const satisfies TypedFields;

export const VEHICLE = {
  make: { label: 'Make', most: 100, missing: 'Enter the make.' },
  model: { label: 'Model', most: 100, missing: 'Enter the model.' },
  plate: { label: 'License plate', most: 20, missing: 'Enter the license plate.' },
} as const satisfies TypedFields;
