import { SALE_REASONS } from '@/server/features/orders/placing/conditions.schema';
import type { Reason } from '@/server/kernel/reasons';
import type { Failure } from './failure';

/** A sentence, or how it is made of the response where that has a name or number to say. */
type Sentence = string | ((failure: Failure) => string);

const said = ({ message }: Failure) => message;
const moved = ({ message, details: { from } }: Failure) =>
  typeof from === 'string' ? `This has changed: it is ${from} now.` : message;
const uncertified = ({ message, details: { products } }: Failure) =>
  Array.isArray(products) ? `${message} Add one to: ${products.join(', ')}.` : message;

/** Those that are declared with their condition of sale. */
function sentencesOf<R extends string>(
  reasons: Readonly<Record<R, { meaning: string; sentence?: string }>>,
): Record<R, Sentence> {
  return Object.fromEntries(
    Object.entries<{ sentence?: string }>(reasons).map(([reason, { sentence }]) => [
      reason,
      sentence ?? said,
    ]),
  ) as Record<R, Sentence>;
}

/** What each `details.reason` of a 403, 409 and 410 says to the member: what happened, then what to do (decision 413). */
const SENTENCES: Record<Reason, Sentence> = {
  ...sentencesOf(SALE_REASONS.FORBIDDEN),
  ...sentencesOf(SALE_REASONS.CONFLICT),
  ...sentencesOf(SALE_REASONS.INSUFFICIENT_STOCK),
  already_confirmed: said,
  already_imported: 'This file was imported into the account already.',
  already_connected: said,
  already_disputed: said,
  no_requests: said,
  passcode_required: said,
  price_changed: said,
  too_large: said,
  unknown_contact: said,
  already_held: said,
  already_invited: said,
  already_joined: said,
  already_member: said,
  already_ordered: 'This draft has already become an order.',
  already_received: said,
  already_requested: said,
  already_responded: said,
  already_withdrawn: 'This certificate was withdrawn before.',
  ambiguous_sku: said,
  api_key: "An API key can't do this. Sign in instead.",
  assigned: 'This count is assigned to another member. Ask them, or take another count.',
  batch_exists: said,
  blocked_lots: said,
  accounts_unmapped: said,
  nothing_to_export: said,
  cannot_receive: "The location can't take these units: the product was deleted, or it is full.",
  business_suspended: 'Your business is suspended. Reload the page to see why.',
  cursor_ahead: said,
  cursor_expired: said,
  epoch_changed: said,
  company_required: said,
  claimed: 'This customer is on board and manages its profile itself.',
  claimants_only: 'Only the business itself can merge its records.',
  merging: 'This customer is being merged into its own business. Try again in a moment.',
  offer_changed: 'This offer has changed. Look at it again, then merge.',
  not_disputable: said,
  not_mergeable: 'The claimant is another type of business. Reject the claim.',
  too_early: said,
  coa_required: uncertified,
  confirm_required: said,
  confirmed: "This import was confirmed and can't be changed any more.",
  corrected_by_buyer: 'The customer has corrected this receipt. Its figures hold.',
  cross_site: 'The request came from another site. Reload the page and try again.',
  count_stale: 'Counted too long ago, or by a clock that is wrong. Count these items again.',
  credited: said,
  customer_exists: 'You already have a customer with this license.',
  invoiced: said,
  no_difference: said,
  open_invoices: said,
  opening_balance: 'An opening balance has no lines. Record a payment instead.',
  deleted: said,
  email_in_use: 'This email belongs to another user. Use a different one.',
  endpoint_disabled: said,
  external_id_taken: 'Another object of yours has this external id. Change it there first.',
  finished: 'This count is finished. Start a new one.',
  has_orders: "A customer with orders can't be deleted.",
  has_stock: said,
  held: said,
  idempotency_in_progress: 'The same request is still in progress. Try again in a second.',
  in_use: said,
  in_review: said,
  inactive: said,
  invalid_transition: moved,
  last_factor: 'Your business requires a second factor. Add another one before you remove this.',
  mfa_enrollment_required: 'Your business requires a second factor. Reload the page to set one up.',
  last_item: said,
  last_license: said,
  last_location: said,
  last_owner: said,
  license_expired: said,
  license_not_active: said,
  license_changed: said,
  license_unverified: 'Your license is being reviewed. You can trade once the review is done.',
  location: said,
  location_deleted: said,
  lot_exists: said,
  line_exists: 'The order already has a line of this item, or of its samples. Change that one.',
  manifest_required: 'Your business requires a driver and a vehicle on every shipment. Choose both.',
  case_prices_required: said,
  migration_active: said,
  mfa_enabled: said,
  mfa_not_enabled: 'Two-factor authentication is not set up. Set it up first.',
  name_taken: 'This name is taken. Choose another one.',
  no_derived_batch: 'Your business has no batch that was made from this one.',
  no_email: 'This customer has no contact email. Add one on its page, or download the statement.',
  not_a_buyer: "Your type of business doesn't buy here.",
  not_a_seller: "Your type of business doesn't sell here.",
  not_yet: said,
  not_accepted: 'Only an accepted connection can be ended.',
  not_drawn: 'The PDF of this statement is being drawn. Try again in a minute.',
  not_editable: said,
  not_held: said,
  not_ready: said,
  not_reviewed: said,
  weight_tolerance: said,
  not_shipped: "The order can't be received before it is shipped.",
  not_your_product: said,
  open_orders: said,
  order_closed: "The order is closed, so this can't change any more.",
  other_member: said,
  other_schedule: said,
  other_party: said,
  other_product: said,
  outside_your_locations: 'You are limited to some locations, and this goes beyond them.',
  own_role: said,
  over_paid: ({ message }) => message,
  over_allocated: ({ message }) => `${message} Reload the page to see the balances.`,
  own_product: said,
  owner_exists: said,
  owner_required: 'Only an owner can do this.',
  owners_key: said,
  party_deleted: said,
  permission_required: "Your role or business type doesn't allow this. Ask an owner or admin.",
  passkey_exists: 'This passkey has already been added.',
  pos_connected: said,
  pos_not_connected: 'No POS is connected to this location.',
  possible_duplicate: ({ message, details: { line_id } }) =>
    typeof line_id === 'string'
      ? `${message} Confirm it only if it is other money.`
      : 'A payment like this one is recorded already. Record it again only if it is another one.',
  quantity_changed: said,
  quantity_limit: said,
  reauthentication_required:
    "Confirm it's you to continue, with your app's code or a passkey if you have one.",
  recall_closed: said,
  recall_open: said,
  recalled: said,
  reduce_only: 'You can reduce or remove lines of this order, not add or raise them.',
  refunded: 'Some of this payment was refunded. Void the refund first.',
  rejected_recently: said,
  reservations: said,
  responses_missing: said,
  retention_required: said,
  return_received: said,
  role_above_own: said,
  sku_taken: said,
  status_changed: ({ message, details: { status } }) =>
    typeof status === 'string' ? `This has changed: it is ${status} now.` : message,
  stock: said,
  sync_active: 'A sync of this location is running. Wait until it finishes.',
  tag_taken: said,
  too_late: said,
  // With an id, of a payment or a credit note.
  too_many: ({ message, details: { id } }) =>
    typeof id === 'string' ? `${message} Apply another one.` : message,
  too_many_endpoints: said,
  too_many_keys: said,
  unclaimed: said,
  units_gone: said,
  vendor_misconfigured: said,
  vendor_protocol: said,
  vendor_rate_limited: said,
  vendor_unauthorized: said,
  vendor_unavailable: said,
  whole_business: 'This concerns the whole business, and you are limited to some locations.',
};

/** The sentence of a failure's reason; undefined without a known one. */
export function reasonText(failure: Failure): string | undefined {
  const { reason } = failure.details;
  if (typeof reason !== 'string' || !Object.hasOwn(SENTENCES, reason)) return undefined;
  const sentence = SENTENCES[reason as Reason];
  return typeof sentence === 'string' ? sentence : sentence(failure);
}
