import { z } from 'zod';
import { isTimezone } from '../../kernel/clock';
import { ENTITY_TYPES } from '../../kernel/entity-types';
import { CalendarDate, text } from '../../kernel/params';
import { rule } from '../../kernel/rules';
import { NewAddress } from './schema';

/** A business to create, by the setup of an empty server or by signing up. */
export const NewBusiness = z
  .strictObject({
    type: z.enum(ENTITY_TYPES).meta({ description: 'Type of the business' }),
    name: text(200).meta({ description: 'Name that others see' }),
    legal_name: text(200).meta({ description: 'Legal name' }),
    license_number: text(100).meta({ description: 'License number' }),
    license_type: text(100).nullish().meta({ description: 'License type' }),
    license_expiry: CalendarDate.nullish().meta({ description: 'Last day on which the license is valid' }),
    timezone: z
      .string()
      .max(64)
      .refine(isTimezone, rule('unknown_timezone', 'must be an IANA timezone such as America/Los_Angeles'))
      .default('UTC')
      .meta({ description: 'IANA timezone of the business' }),
  })
  .meta({ description: 'The business' });

export const FirstLocation = z
  .strictObject({
    name: text(200).meta({ description: 'Name of the location' }),
    address: NewAddress.meta({ description: 'Also the address of the business' }),
  })
  .meta({ description: 'Its first location' });

export const OwnerName = text(200).meta({ description: 'Full name' });

export const TellSellers = z.boolean().default(false).meta({
  description:
    'Whether sellers that list a customer with the license number may learn that the business is here',
});
