import { z } from 'zod';
import { CalendarDate, Id, line, Total, text, unchanged, wholeNumber } from '../../../kernel/params';
import { rule } from '../../../kernel/rules';
import { postalState } from '../../../kernel/states';
import { ExternalIdsChange, NewExternalIds } from '../external-ids/schema';
import { LicenseUse } from '../licenses/schema';
import { NewLocation, UpdateLocation } from '../locations/schema';
import { Relationship } from '../relationships/schema';
import { MAX_TAX_RULES } from '../schema';
import { CreditCheck } from '../settings';
import { BUYER_TYPES, CUSTOMER } from '../typed.schema';
import { CUSTOMER_READ_ONLY } from './resource';

/** Of one seller. */
export const MAX_CUSTOMERS = 200_000;

const LicenseNumber = text(CUSTOMER.license_number.most)
  .refine((number) => /[\p{L}\p{N}]/u.test(number), rule('invalid_format', 'must have a letter or digit'))
  .meta({
    description: 'License number; two of your customers of one type and state never have the same',
  });

const NewContact = z
  .strictObject({
    email: z
      .string()
      .trim()
      .max(254, 'must be at most 254 characters')
      .pipe(z.email('must be an email address'))
      .nullish()
      .meta({ format: 'email', description: 'Contact email; null when it is not known' }),
    phone: text(CUSTOMER.phone.most).nullish().meta({ description: 'Contact phone' }),
  })
  .meta({ description: 'How to reach the business' });

/** The known lines of its address; an empty one isn't known yet. */
const KnownAddress = z
  .strictObject({
    street: line(200).meta({ description: 'Street and number' }),
    city: line(100).meta({ description: 'City' }),
    state: text(100).meta({ description: 'State, such as `CA`' }),
    zip: line(20).meta({ description: 'ZIP code' }),
  })
  .partial();

const profile = {
  name: text(CUSTOMER.name.most).meta({ description: 'Name of the business' }),
  license_number: LicenseNumber,
  legal_name: text(CUSTOMER.legal_name.most)
    .optional()
    .meta({ description: 'Legal name; the name when absent' }),
  license_type: text(CUSTOMER.license_type.most).nullish().meta({ description: 'License type' }),
  license_expiry: CalendarDate.nullish().meta({
    description: 'Last day on which the license is valid; null for no expiration',
  }),
  contact: NewContact.optional(),
};
const own = {
  nickname: text(CUSTOMER.nickname.most)
    .nullish()
    .meta({ description: 'What your business calls it; null clears it' }),
  exempt_tax_ids: z
    .array(Id)
    .max(MAX_TAX_RULES)
    .overwrite((ids) => [...new Set(ids)])
    .optional()
    .meta({
      description:
        'Tax rules of your business from which orders of the customer are exempt; takes `update:terms`',
    }),
  ...Relationship,
};

/** What a license of a customer says, to confirm it. */
const Confirmed = z
  .strictObject({
    license_number: text(100).meta({ description: 'License number, letter by letter' }),
    state: text(100).overwrite(postalState).meta({ description: 'State that issued it, such as `CA`' }),
    use: LicenseUse,
    expires_on: CalendarDate.nullish().meta({
      description: 'Last day on which it is valid; null for no expiration',
    }),
  })
  .nullish()
  .meta({
    description:
      'What a license of the customer says now, which you have checked: 409 `license_changed` when it says something else. Null takes back what you confirmed. Needs update:terms',
  });

/** What the seller grants it. */
const terms = {
  terms_days: wholeNumber().min(0).max(365).nullish().meta({
    description:
      'Days after an invoice in which it is due; null for `settings.default_terms_days`. Needs update:terms',
  }),
  credit_limit: Total.nullish().meta({
    description:
      'What it may owe, in US dollars: 409 `credit_limit` beyond; null for no limit, 0 for no credit. Needs update:terms',
  }),
  credit_check: CreditCheck.nullish().meta({
    description: 'From which step its orders count; null for `settings.credit_check`. Needs update:terms',
  }),
  on_hold: z.boolean().optional().meta({
    description: 'Whether nothing is placed, accepted or shipped for it: 409 `on_hold`. Needs update:terms',
  }),
  price_list_id: Id.nullish().meta({
    description: 'Price list of your business; null for none. Needs update:prices',
  }),
  minimum_order: Total.nullish().meta({
    description:
      'Least subtotal of its orders, less their discounts, in US dollars; null for `settings.minimum_order`. Needs update:terms',
  }),
};

export const NewCustomer = z
  .strictObject({
    type: z.enum(BUYER_TYPES).meta({ description: 'Type of the business' }),
    ...profile,
    address: KnownAddress.optional().meta({
      description:
        'Known lines of its address: the state is that of your business when absent, any other line is empty',
    }),
    location: NewLocation.pick({ name: true, address: true, license_number: true })
      .partial()
      .optional()
      .meta({ description: 'Its first location; name and address are those of the business when absent' }),
    ...own,
    ...terms,
    external_ids: NewExternalIds.optional(),
  })
  .meta({
    examples: [
      {
        type: 'retailer',
        name: 'Corner Dispensary',
        license_number: 'C10-0000412-LIC',
        address: { street: '12 Market Street', city: 'Oakland', state: 'CA', zip: '94607' },
        external_ids: { leaflink: '123' },
      },
    ],
  });

const PathId = Id.meta({ description: 'Id of the customer' });
export const CustomerId = z.strictObject({ id: PathId });

export const UpdateCustomer = z
  .strictObject({
    id: PathId,
    ...profile,
    name: profile.name.optional(),
    license_number: LicenseNumber.optional(),
    address: KnownAddress.optional().meta({
      description: 'Address lines to change, also those of its locations without a street and city',
    }),
    ...own,
    ...terms,
    confirmed: Confirmed,
    external_ids: ExternalIdsChange.optional(),
    ...unchanged(CUSTOMER_READ_ONLY),
  })
  .meta({ examples: [{ nickname: 'Corner', external_ids: { leaflink: '124' } }] });

const example = {
  name: 'Harbor store',
  address: { street: '1 Pier Road', city: 'Oakland', state: 'CA', zip: '94607' },
};
/** A customer's premises deliver nothing. */
const SELLERS_ALONE = { delivery_days: true, order_cutoff: true } as const;
export const NewCustomerLocation = NewLocation.omit(SELLERS_ALONE)
  .extend({ id: PathId })
  .meta({ examples: [example] });

export const UpdateCustomerLocation = UpdateLocation.omit(SELLERS_ALONE)
  .extend({
    id: PathId,
    location_id: Id.meta({ description: 'Id of the location' }),
  })
  .meta({ examples: [{ name: example.name }] });
