import { z } from 'zod';
import { Email, NewPassword } from '../../auth/schema';
import { isTimezone } from '../../kernel/clock';
import { CalendarDate, text } from '../../kernel/params';
import { ENTITY_TYPES } from '../../kernel/permissions';
import { rule } from '../../kernel/rules';
import { NewAddress } from '../schema';

export const Setup = z
  .strictObject({
    token: z.string().min(1).max(200).meta({ description: 'From the link that the start printed' }),
    entity: z.strictObject({
      type: z.enum(ENTITY_TYPES),
      name: text(200),
      legal_name: text(200),
      license_number: text(100),
      license_type: text(100).nullish(),
      license_expiry: CalendarDate.nullish(),
      timezone: z
        .string()
        .max(64)
        .refine(isTimezone, rule('unknown_timezone', 'must be an IANA timezone such as America/Los_Angeles'))
        .default('UTC'),
    }),
    location: z.strictObject({
      name: text(200),
      address: NewAddress.meta({ description: 'Also the address of the business' }),
    }),
    owner: z.strictObject({ name: text(200), email: Email, password: NewPassword }),
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
