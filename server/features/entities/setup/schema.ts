import { z } from 'zod';
import { Email, NewPassword } from '../../auth/schema';
import { FirstLocation, NewBusiness, OwnerName } from '../founding-schema';

export const Setup = z
  .strictObject({
    token: z
      .string()
      .min(1)
      .max(200)
      .meta({ description: '`token` of the link that the server prints at startup' }),
    entity: NewBusiness,
    location: FirstLocation,
    owner: z
      .strictObject({ name: OwnerName, email: Email, password: NewPassword })
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
