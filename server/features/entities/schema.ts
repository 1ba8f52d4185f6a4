import { z } from 'zod';
import {
  CalendarDate,
  Confirmation,
  CurrentPassword,
  Id,
  RecentCode,
  Timestamp,
  text,
  unchanged,
} from '../../kernel/params';
import { EntityType } from '../auth/schema';
import { Settings, SettingsChange } from './settings';
import { ADDRESS, BUSINESS } from './typed.schema';

/** Tax rules of one seller. */
export const MAX_TAX_RULES = 20;

export const Address = z.object({
  street: z.string().meta({ description: 'Street and number' }),
  city: z.string().meta({ description: 'City' }),
  state: z.string().meta({ description: 'State, such as `CA`' }),
  zip: z.string().meta({ description: 'ZIP code' }),
});

/** A postal address; a PATCH contains the lines to change. */
export const NewAddress = z.strictObject({
  street: text(ADDRESS.street.most).meta({ description: 'Street and number' }),
  city: text(ADDRESS.city.most).meta({ description: 'City' }),
  state: text(ADDRESS.state.most).meta({ description: 'State, such as `CA`' }),
  zip: text(ADDRESS.zip.most).meta({ description: 'ZIP code' }),
});
export const AddressChange = NewAddress.partial();

export const LICENSE_WARNINGS = ['unexpected_format'] as const;

export const LicenseWarnings = z
  .array(
    z.object({
      code: z.enum(LICENSE_WARNINGS).meta({ description: 'What is unusual about the license number' }),
      message: z.string().meta({ description: 'The warning as a sentence' }),
    }),
  )
  .meta({ description: "How the number differs from the state's license numbers; warnings never reject it" });

export const Entity = z
  .object({
    id: Id,
    type: EntityType,
    name: z.string().meta({ description: 'Name that others see' }),
    legal_name: z.string().meta({ description: 'Legal name' }),
    license_number: z.string().meta({ description: 'License number' }),
    license_type: z.string().nullable().meta({ description: 'License type' }),
    license_expiry: CalendarDate.nullable().meta({
      description: 'Last day on which the license is valid; null for no expiration',
    }),
    license_warnings: LicenseWarnings,
    under_review: z.boolean().meta({
      description:
        "Whether the operator still reviews the license: the business can't connect, order, accept or ship until then",
    }),
    address: Address.meta({ description: 'Address of the business' }),
    contact: z
      .object({
        email: z.string().meta({ description: 'Contact email' }),
        phone: z.string().nullable().meta({ description: 'Contact phone' }),
      })
      .meta({ description: 'How others reach the business' }),
    settings: Settings.meta({ description: 'Settings of the business' }),
    logo_url: z.string().nullable().meta({
      description:
        'Address of the logo, a PNG that stands on the documents of orders it sells; null without one. Needs the bearer token or the browser session',
    }),
    locations: z
      .array(
        z.object({
          id: Id,
          name: z.string().meta({ description: 'Name of the location' }),
          address: z.string().meta({ description: 'Address on one line' }),
        }),
      )
      .meta({ description: 'Locations, oldest first' }),
    created_at: Timestamp,
  })
  .meta({ id: 'Entity' });

/** An entity as embedded in other entities' objects. */
export const Party = z
  .object({ id: Id, name: z.string().meta({ description: 'Name of the business' }), type: EntityType })
  .meta({ description: 'The other business, or the one that owns the object' });

const ContactChange = z
  .strictObject({
    email: z
      .string()
      .trim()
      .max(254, 'must be at most 254 characters')
      .pipe(z.email('must be an email address'))
      .meta({ format: 'email', description: 'Contact email' }),
    phone: text(BUSINESS.phone.most).nullable().meta({ description: 'Contact phone; null clears it' }),
  })
  .partial();

/** Fields that a PATCH accepts only unchanged (decisions 34 and 46). */
export const ENTITY_READ_ONLY = [
  ...['id', 'type', 'license_warnings', 'under_review', 'logo_url', 'locations', 'created_at'],
] as const;

export const UpdateEntity = z
  .strictObject({
    name: text(BUSINESS.name.most).optional().meta({ description: 'Name that others see' }),
    legal_name: text(BUSINESS.legal_name.most).optional().meta({ description: 'Legal name' }),
    license_number: text(BUSINESS.license_number.most).optional().meta({ description: 'License number' }),
    license_type: text(BUSINESS.license_type.most)
      .nullish()
      .meta({ description: 'License type; null clears it' }),
    license_expiry: CalendarDate.nullish().meta({
      description: 'Last day on which the license is valid; null for no expiration',
    }),
    address: AddressChange.optional().meta({ description: 'Address lines to change' }),
    contact: ContactChange.optional().meta({ description: 'Contact fields to change' }),
    settings: SettingsChange.optional().meta({ description: 'Settings to change' }),
    ...Confirmation,
    ...unchanged(ENTITY_READ_ONLY),
  })
  .meta({ examples: [{ settings: { low_stock_threshold: 25 } }] });

export const DeleteEntity = z
  .strictObject({
    password: CurrentPassword.meta({ description: "The owner's password" }),
    code: RecentCode,
  })
  .meta({ examples: [{ password: 'correct horse battery' }] });

export const NoInput = z.strictObject({});
