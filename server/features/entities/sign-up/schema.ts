import { z } from 'zod';
import { Email, NewPassword } from '../../auth/schema';
import { FirstLocation, NewBusiness, OwnerName, TellSellers } from '../founding-schema';

const LOCATION = {
  name: 'Downtown',
  address: { street: '1911 Broadway', city: 'Oakland', state: 'CA', zip: '94612' },
};

export const SignUp = z
  .strictObject({
    business: NewBusiness,
    location: FirstLocation,
    owner: z
      .strictObject({ name: OwnerName, email: Email })
      .meta({ description: 'Its owner, who gets the mail' }),
    tell_sellers: TellSellers,
  })
  .meta({
    examples: [
      {
        business: {
          type: 'retailer',
          name: 'Harbor & Pine',
          legal_name: 'Harbor & Pine LLC',
          license_number: 'C10-0000412-LIC',
          timezone: 'America/Los_Angeles',
        },
        location: LOCATION,
        owner: { name: 'Maya Alvarez', email: 'maya@harborpine.example' },
      },
    ],
  });
export type SignUpForm = z.infer<typeof SignUp>;

/** Says nothing, whatever is known about the email or the license. */
export const SignUpTaken = z.object({}).meta({ description: 'Always empty' });

export const CompleteSignUp = z
  .strictObject({
    token: z.string().min(1).max(200).meta({ description: 'From the link in the email' }),
    password: NewPassword,
  })
  .meta({
    examples: [{ token: 'q1Zk0J8b4V2nqQv3c9x7WfL5sT6uYhRr1mE0aBcDeFg', password: 'a long password' }],
  });
