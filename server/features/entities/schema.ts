import { z } from 'zod';
import { isTimezone } from '../../kernel/clock';
import {
  CalendarDate,
  Confirmation,
  Count,
  CurrentPassword,
  Id,
  paragraphs,
  RecentCode,
  Timestamp,
  Total,
  text,
  unchanged,
  wholeNumber,
} from '../../kernel/params';
import { rule } from '../../kernel/rules';
import { EntityType } from '../auth/schema';
import { CreditCheck, InvoiceStep } from './customers/credit/schema';

/** Types of a business that buys. */
export const BUYER_TYPES = ['retailer', 'wholesaler'] as const;

/** Tax rules of one seller. */
export const MAX_TAX_RULES = 20;

export const SYNC_FREQUENCIES = ['manual', '5min', '15min', '30min', 'hourly', 'daily', 'weekly'] as const;
export const SyncFrequency = z
  .enum(SYNC_FREQUENCIES)
  .meta({ id: 'SyncFrequency', description: 'How often the schedule syncs each location' });

export const Address = z.object({
  street: z.string().meta({ description: 'Street and number' }),
  city: z.string().meta({ description: 'City' }),
  state: z.string().meta({ description: 'State, such as `CA`' }),
  zip: z.string().meta({ description: 'ZIP code' }),
});

/** A postal address; a PATCH contains the lines to change. */
export const NewAddress = z.strictObject({
  street: text(200).meta({ description: 'Street and number' }),
  city: text(100).meta({ description: 'City' }),
  state: text(100).meta({ description: 'State, such as `CA`' }),
  zip: text(20).meta({ description: 'ZIP code' }),
});
export const AddressChange = NewAddress.partial();

const MINIMUM_ORDER =
  'Least subtotal of an order, less its discounts, in US dollars, where the customer has none of its own; null for none';
const MANUAL_DISCOUNT =
  'How far below the computed price a manager may sell, in basis points; owners and admins at any price';
const WEIGHT_TOLERANCE =
  'How far above the ordered amount goods sold by weight may be packed, in basis points';
const RESERVED_PERCENT =
  "Percentage of a variant's stock that one buyer's pending orders may hold: of what is sellable plus what the buyer has " +
  'reserved; 100 for no limit';

const MIN_DAYS =
  'Days that units of a lot must be good for on the delivery day of an order: fewer are 409 `short_dated`, which you can pass over; 0 for none';
const SAME_STATE = 'Whether goods that you sell go to premises in the state that they leave alone';
const REQUIRE_MFA = 'Whether members need a second factor: an authenticator app or a passkey';
const GRACE_DAYS =
  'Days from when `require_mfa` was set in which a session without a second factor still works';
const SESSION_DAYS = 'Days after which a session ends';
const IDLE_HOURS = 'Hours without use after which a session ends';
const TERMS_DAYS = 'Days after an invoice in which it is due, where the customer has none of its own';
const BLOCK_OVERDUE =
  'A customer with an invoice overdue by more days places nothing: 409 `overdue`; null for any number of days';
const DUNNING = 'Whether buyers are reminded of overdue invoices by mail, on days 1, 7 and 30';
const REMITTANCE = 'How to pay you: printed on invoices and statements';
const BACKORDER_DAYS = 'Days after which an open backorder of your goods is canceled';

export const Settings = z.object({
  auto_sync: z.boolean().meta({ description: 'Whether the schedule syncs locations with their POS' }),
  sync_frequency: SyncFrequency,
  low_stock_threshold: Count.meta({ description: 'Units per variant and location below which stock is low' }),
  timezone: z.string().meta({ description: 'IANA timezone' }),
  tax_rate_bps: Count.meta({ description: 'Sales tax on orders you sell, in basis points: 825 is 8.25%' }),
  require_coa: z
    .boolean()
    .meta({ description: 'Whether shipping needs a certificate of analysis for each product' }),
  require_manifest: z.boolean().meta({ description: 'Whether shipping needs a driver and a vehicle' }),
  pending_order_expiry_days: Count.nullable().meta({
    description: 'Days after which a pending order is canceled; null for never',
  }),
  max_pending_orders: Count.nullable().meta({
    description: 'Pending orders that one buyer may have with you; null for no limit',
  }),
  max_reserved_percent: Count.meta({ description: RESERVED_PERCENT }),
  minimum_order: Total.nullable().meta({ description: MINIMUM_ORDER }),
  max_manual_discount_bps: Count.meta({ description: MANUAL_DISCOUNT }),
  weight_tolerance_bps: Count.meta({ description: WEIGHT_TOLERANCE }),
  same_state_only: z.boolean().meta({ description: SAME_STATE }),
  min_days_at_delivery: Count.meta({ description: MIN_DAYS }),
  backorder_days: Count.meta({ description: BACKORDER_DAYS }),
  default_terms_days: Count.meta({ description: TERMS_DAYS }),
  credit_check: CreditCheck,
  block_overdue_days: Count.nullable().meta({ description: BLOCK_OVERDUE }),
  invoice_at: InvoiceStep,
  dunning: z.boolean().meta({ description: DUNNING }),
  remittance_text: z.string().nullable().meta({ description: REMITTANCE }),
  require_mfa: z.boolean().meta({ description: REQUIRE_MFA }),
  mfa_grace_days: Count.meta({ description: GRACE_DAYS }),
  session_days: Count.meta({ description: SESSION_DAYS }),
  session_idle_hours: Count.meta({ description: IDLE_HOURS }),
});

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
    phone: text(50).nullable().meta({ description: 'Contact phone; null clears it' }),
  })
  .partial();

const SettingsChange = z
  .strictObject({
    auto_sync: z.boolean().meta({ description: 'Whether the schedule syncs locations with their POS' }),
    sync_frequency: SyncFrequency,
    low_stock_threshold: wholeNumber()
      .min(0)
      .max(1_000_000)
      .meta({ description: 'Units per variant and location below which stock is low' }),
    timezone: z
      .string()
      .max(64)
      .refine(isTimezone, rule('unknown_timezone', 'must be an IANA timezone such as America/Los_Angeles'))
      .meta({ description: 'IANA timezone, such as America/Los_Angeles' }),
    tax_rate_bps: wholeNumber()
      .min(0)
      .max(10_000)
      .meta({ description: 'Sales tax on orders you sell, in basis points: 825 is 8.25%' }),
    require_coa: z
      .boolean()
      .meta({ description: 'Whether shipping needs a certificate of analysis for each product' }),
    require_manifest: z.boolean().meta({ description: 'Whether shipping needs a driver and a vehicle' }),
    pending_order_expiry_days: wholeNumber()
      .min(1)
      .max(365)
      .nullable()
      .meta({ description: 'Days after which a pending order is canceled; null for never' }),
    max_pending_orders: wholeNumber()
      .min(1)
      .max(10_000)
      .nullable()
      .meta({ description: 'Pending orders that one buyer may have with you; null for no limit' }),
    max_reserved_percent: wholeNumber().min(1).max(100).meta({ description: RESERVED_PERCENT }),
    minimum_order: Total.nullable().meta({ description: MINIMUM_ORDER }),
    max_manual_discount_bps: wholeNumber().min(0).max(10_000).meta({ description: MANUAL_DISCOUNT }),
    weight_tolerance_bps: wholeNumber().min(0).max(1_000).meta({ description: WEIGHT_TOLERANCE }),
    same_state_only: z.boolean().meta({ description: SAME_STATE }),
    min_days_at_delivery: wholeNumber().min(0).max(365).meta({ description: MIN_DAYS }),
    backorder_days: wholeNumber().min(1).max(365).meta({ description: BACKORDER_DAYS }),
    default_terms_days: wholeNumber().min(0).max(365).meta({ description: TERMS_DAYS }),
    credit_check: CreditCheck,
    block_overdue_days: wholeNumber().min(0).max(365).nullable().meta({ description: BLOCK_OVERDUE }),
    invoice_at: InvoiceStep,
    dunning: z.boolean().meta({ description: DUNNING }),
    remittance_text: paragraphs(1000)
      .nullable()
      .meta({ description: `${REMITTANCE}; null clears it` }),
    require_mfa: z.boolean().meta({ description: REQUIRE_MFA }),
    mfa_grace_days: wholeNumber().min(0).max(30).meta({ description: GRACE_DAYS }),
    session_days: wholeNumber().min(1).max(30).meta({ description: SESSION_DAYS }),
    session_idle_hours: wholeNumber().min(1).max(336).meta({ description: IDLE_HOURS }),
  })
  .partial();

/** Fields that a PATCH accepts only unchanged (decisions 34 and 46). */
export const ENTITY_READ_ONLY = [
  ...['id', 'type', 'license_warnings', 'under_review', 'logo_url', 'locations', 'created_at'],
] as const;

export const UpdateEntity = z
  .strictObject({
    name: text(200).optional().meta({ description: 'Name that others see' }),
    legal_name: text(200).optional().meta({ description: 'Legal name' }),
    license_number: text(100).optional().meta({ description: 'License number' }),
    license_type: text(100).nullish().meta({ description: 'License type; null clears it' }),
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

/** Settings that an owner alone changes, with a recent sign-in (decision 441). */
export const SIGN_IN_RULES = ['require_mfa', 'mfa_grace_days', 'session_days', 'session_idle_hours'] as const;

export const DeleteEntity = z
  .strictObject({
    password: CurrentPassword.meta({ description: "The owner's password" }),
    code: RecentCode,
  })
  .meta({ examples: [{ password: 'correct horse battery' }] });

export const NoInput = z.strictObject({});
