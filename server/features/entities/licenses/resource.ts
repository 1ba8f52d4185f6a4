import { alias } from 'drizzle-orm/pg-core';
import { walkOf } from '../../../kernel/params';
import { day, exampleId, id, oneOf, text, time } from '../../../platform/db/fields';
import { resource, type ViewOf } from '../../../platform/db/resource';
import { LicenseActivity, LicenseStatus, LicenseUse } from './schema';
import { licenses } from './tables';

const n = alias(licenses, 'n');

export const license = resource(
  n,
  {
    id: id(n.id, 'Id of the license', exampleId('08')),
    location_id: id(n.locationId, 'Location that it is for; null for all that have no license of their own'),
    number: text(n.number, 'License number', 'C11-0000001-LIC'),
    state: text(n.state, 'State that issued it, as a postal code', 'CA'),
    type: text(n.type, 'License type as the regulator names it', 'Distributor'),
    activity: oneOf(LicenseActivity)(n.activity, 'What it permits', 'distribution'),
    use: oneOf(LicenseUse)(n.use, 'The market', 'both'),
    expires_on: day(
      n.expiresOn,
      "Last day on which it is valid; null for the expiration of the business's oldest license",
      '2027-06-30',
    ),
    status: oneOf(LicenseStatus)(n.status, 'Goods leave and reach premises with an `active` license alone'),
    verified_at: time(n.verifiedAt, 'When its number was verified; null until then'),
    operator_verified_at: time(
      n.operatorVerifiedAt,
      'When the operator verified it; null until then, and once its number, state, type, use or location changes',
    ),
    created_at: time(n.createdAt, 'When it was added'),
    updated_at: time(n.updatedAt, 'When it last changed'),
  },
  { id: 'License', description: 'A license of your business' },
);
export const License = license.schema;
export const LicenseList = walkOf(License);
export type LicenseView = ViewOf<typeof license>;
