import { z } from 'zod';
import { CalendarDate, Id, text, unchanged } from '../../../kernel/params';
import { rule } from '../../../kernel/rules';
import { LICENSE, LICENSE_ACTIVITIES, LICENSE_STATUSES, LICENSE_USES } from '../typed.schema';

/** Of one business, over all its locations. */
export const MAX_LICENSES = 1000;

export const LicenseActivity = z
  .enum(LICENSE_ACTIVITIES)
  .meta({ id: 'LicenseActivity', description: 'What the license permits' });
export const LicenseUse = z
  .enum(LICENSE_USES)
  .meta({ id: 'LicenseUse', description: 'The market: adult-use, medical or both' });
export const LicenseStatus = z.enum(LICENSE_STATUSES).meta({
  id: 'LicenseStatus',
  description: 'Goods leave and reach premises with an `active` license alone',
});

/** What a license says, as a seller confirms it. */
export const StatedLicense = z
  .object({
    license_number: z.string().meta({ description: 'License number' }),
    state: z.string().meta({ description: 'State that issued it, as a postal code' }),
    use: LicenseUse,
    expires_on: CalendarDate.nullable().meta({
      description: 'Last day on which it is valid; null for no expiration',
    }),
  })
  .meta({ id: 'StatedLicense' });

const number = text(LICENSE.number.most)
  .refine((typed) => /[\p{L}\p{N}]/u.test(typed), rule('invalid_format', 'must have a letter or digit'))
  .meta({ description: 'License number as the regulator issued it' });
const location = Id.nullish().meta({
  description: 'Location that it is for; null for every location that has no license of its own',
});
const more = {
  type: text(LICENSE.type.most)
    .nullish()
    .meta({ description: 'License type as the regulator names it; null clears it' }),
  expires_on: CalendarDate.nullish().meta({
    description: "Last day on which it is valid; null for the expiration of the business's oldest license",
  }),
};

export const NewLicense = z
  .strictObject({
    location_id: location,
    number,
    state: text(LICENSE.state.most)
      .optional()
      .meta({ description: 'State that issued it, such as `CA`; that of the premises when absent' }),
    ...more,
    activity: LicenseActivity.optional().meta({
      description: 'What it permits; what a business of your type does when absent',
    }),
    use: LicenseUse.optional().meta({ description: 'The market; `both` when absent' }),
    status: LicenseStatus.optional().meta({ description: '`active` when absent' }),
  })
  .meta({ examples: [{ number: 'C11-0000001-LIC', state: 'CA', expires_on: '2027-06-30' }] });

/** Fields that a PATCH accepts only unchanged (decision 34). */
export const LICENSE_READ_ONLY = ['verified_at', 'operator_verified_at', 'created_at', 'updated_at'] as const;

const PathId = Id.meta({ description: 'Id of the license' });
export const LicenseId = z.strictObject({ id: PathId });

export const UpdateLicense = z
  .strictObject({
    id: PathId,
    location_id: location,
    number: number.optional(),
    state: text(LICENSE.state.most).optional().meta({ description: 'State that issued it, such as `CA`' }),
    ...more,
    activity: LicenseActivity.optional(),
    use: LicenseUse.optional(),
    status: LicenseStatus.optional(),
    ...unchanged(LICENSE_READ_ONLY),
  })
  .meta({ examples: [{ expires_on: '2028-06-30' }] });
