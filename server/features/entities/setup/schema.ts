import { z } from 'zod';
import { isTimezone } from '../../../kernel/clock';
import { CalendarDate, text } from '../../../kernel/params';
import { ENTITY_TYPES } from '../../../kernel/permissions';
import { rule } from '../../../kernel/rules';
import { Email, NewPassword } from '../../auth/schema';
import { NewAddress } from '../schema';

export const Setup = z
  .strictObject({
    token: z
      .string()
      .min(1)
      .max(200)
      .meta({ description: '`token` of the link that the server prints at startup' }),
    entity: z
      .strictObject({
        type: z.enum(ENTITY_TYPES).meta({ description: 'Type of the business' }),
        name: text(200).meta({ description: 'Name that others see' }),
        legal_name: text(200).meta({ description: 'Legal name' }),
        license_number: text(100).meta({ description: 'License number' }),
        license_type: text(100).nullish().meta({ description: 'License type' }),
        license_expiry: CalendarDate.nullish().meta({
          description: 'Last day on which the license is valid',
        }),
        timezone: z
          .string()
          .max(64)
          .refine(
            isTimezone,
            rule('unknown_timezone', 'must be an IANA timezone such as America/Los_Angeles'),
          )
          .default('UTC')
          .meta({ description: 'IANA timezone of the business' }),
      })
      .meta({ description: 'The business' }),
    location: z
      .strictObject({
        name: text(200).meta({ description: 'Name of the location' }),
        address: NewAddress.meta({ description: 'Also the address of the business' }),
      })
      .meta({ description: 'Its first location' }),
    owner: z
      .strictObject({
        name: text(200).meta({ description: 'Full name' }),
        email: Email,
        password: NewPassword,
      })
      .meta({ description: 'Its owner, who is signed in' }),
  })
  .meta({
    examples: [
      {
        token: 'from the start line',
        entity: {
          type: 'retailer',
          name: 'Harbor & Pine',
          legal_name: 'Harbor & Pine LLC',
          license_number: 'C10-0000412-LIC',
          timezone: 'America/Los_Angeles',
        },
        location: {
          name: 'Downtown',
          address: { street: '1911 Broadway', city: 'Oakland', state: 'CA', zip: '94612' },
        },
        owner: { name: 'Maya Alvarez', email: 'maya@harborpine.example', password: 'a long password' },
      },
    ],
  });
