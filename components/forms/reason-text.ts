import type { Reason } from '@/server/kernel/reasons';
import type { Failure } from './failure';

/** A sentence, or how it is made of the response where that has a name or number to say. */
type Sentence = string | ((failure: Failure) => string);

const said = ({ message }: Failure) => message;
const moved = ({ message, details: { from } }: Failure) =>
  typeof from === 'string' ? `This has changed: it is ${from} now.` : message;
const uncertified = ({ message, details: { products } }: Failure) =>
  Array.isArray(products) ? `${message} Add one to: ${products.join(', ')}.` : message;

/** What each `details.reason` of a 403 and 409 says to the member: what happened, then what to do (decision 413). */
const SENTENCES: Record<Reason, Sentence> = {
  already_connected: 'You are already connected with this business.',
  already_held: 'The batch is already on hold.',
  already_invited: 'This person was already invited. Resend the invitation instead.',
  already_joined: 'This member has already joined.',
  already_member: 'This person is already on your team.',
  already_ordered: 'This draft has already become an order.',
  already_received: said,
  already_requested: 'You already asked this business. Wait for its response.',
  already_responded: 'Your business has already responded to this recall.',
  ambiguous_sku: 'Several products have this SKU. Choose one in the list.',
  api_key: "An API key can't do this. Sign in instead.",
  assigned: 'This count is assigned to another member. Ask them, or take another count.',
  batch_exists: 'The product already has a batch with this number.',
  blocked_lots: said,
  cannot_receive: "The location can't take these units: the product was deleted, or it is full.",
  business_suspended: 'Your business is suspended. Reload the page to see why.',
  claimed: 'This customer is on board and manages its profile itself.',
  not_mergeable: 'The claimant is another type of business. Reject the claim.',
  too_early: said,
  coa_required: uncertified,
  confirmed: "This import was confirmed and can't be changed any more.",
  connection_required: "You're no longer connected with this business. Reconnect first.",
  corrected_by_buyer: 'The customer has corrected this receipt. Its figures hold.',
  cross_site: 'The request came from another site. Reload the page and try again.',
  count_stale: 'Counted too long ago, or by a clock that is wrong. Count these items again.',
  customer_exists: 'You already have a customer with this license.',
  deleted: said,
  email_in_use: 'This email belongs to another user. Use a different one.',
  endpoint_disabled: 'The endpoint is disabled. Enable it first.',
  external_id_taken: 'Another object of yours has this external id. Change it there first.',
  finished: 'This count is finished. Start a new one.',
  has_orders: "A customer with orders can't be deleted.",
  held: said,
  idempotency_in_progress: 'The same request is still in progress. Try again in a second.',
  in_review: 'This count is in review. Resume it to count more.',
  inactive: 'This driver or vehicle is inactive. Choose another one.',
  insufficient_stock: said,
  invalid_transition: moved,
  last_item: 'This is the last line of the order. Cancel the order instead.',
  different_states: said,
  last_license: 'A business must have at least one license. Change it instead.',
  last_location: 'A business must have at least one location.',
  last_owner: 'A business must have at least one owner. Make another member an owner first.',
  license_expired: said,
  license_not_active: said,
  license_unverified: 'Your license is being reviewed. You can trade once the review is done.',
  location: 'This order goes to another location. Ask a member with access to it.',
  location_deleted: 'The receiving location no longer exists.',
  lot_exists: 'Your business already has this lot.',
  manifest_required: 'Your business requires a driver and a vehicle on every shipment. Choose both.',
  mfa_enabled: 'Two-factor authentication is already on. Turn it off before you enroll another app.',
  mfa_not_enabled: 'Two-factor authentication is not set up. Set it up first.',
  name_taken: 'This name is taken. Choose another one.',
  no_derived_batch: 'Your business has no batch that was made from this one.',
  no_variant: said,
  nothing_available: said,
  not_a_buyer: "Your type of business doesn't buy here.",
  not_a_seller: "Your type of business doesn't sell here.",
  not_accepted: 'Only an accepted connection can be ended.',
  not_editable: said,
  not_held: 'The batch is not on hold.',
  not_ready: 'Only an import that has been checked can be applied, and only once.',
  not_reviewed: 'Review the differences before you apply them.',
  not_shipped: "The order can't be received before it is shipped.",
  not_your_product: said,
  open_orders: said,
  order_closed: "The order is closed, so this can't change any more.",
  other_member: 'Another member counted this. Sign in as them to send it.',
  other_schedule: said,
  other_party: said,
  outside_your_locations: 'You are limited to some locations, and this goes beyond them.',
  own_role: "You can't change your own role.",
  own_product: 'This is your own product. Set its SKU and price there.',
  owner_exists: 'This server is already set up. Sign in instead.',
  owner_required: 'Only an owner can do this.',
  owners_key: 'Only an owner can change or rotate a key that an owner created.',
  party_deleted: 'A party of the order no longer exists.',
  partner_suspended: 'This business is suspended and takes part in no new order for now.',
  permission_required: "Your role or business type doesn't allow this. Ask an owner or admin.",
  passkey_exists: 'This passkey has already been added.',
  pos_connected: 'The location already has a POS. Disconnect it first.',
  pos_not_connected: 'No POS is connected to this location.',
  product_inactive: said,
  quantity_changed: said,
  quantity_limit: said,
  reauthentication_required: 'Confirm your password to continue.',
  recall_closed: 'The recall is closed.',
  recall_open: 'The batch is already recalled. Close that recall first.',
  recalled: said,
  seller_orders_off: 'This customer has turned off orders that its sellers enter. Ask it to order itself.',
  reduce_only: 'You can reduce or remove lines of this order, not add or raise them.',
  rejected_recently: 'This business declined. Ask again 24 hours after its response.',
  reservations: said,
  responses_missing: said,
  return_received: 'The seller has received the return of some of these units.',
  role_above_own: "You can't grant a role above your own.",
  share:
    "This supplier limits how much of an item one business's pending orders may hold. Lower the quantities, or wait until your pending orders are accepted.",
  sku_taken: 'Another variant of your business has this SKU',
  status_changed: ({ message, details: { status } }) =>
    typeof status === 'string' ? `This has changed: it is ${status} now.` : message,
  stock: said,
  sync_active: 'A sync of this location is running. Wait until it finishes.',
  too_late: said,
  too_many: said,
  too_many_endpoints: said,
  too_many_keys: said,
  too_many_pending:
    'This supplier takes no more pending orders from your business. Wait until one is accepted, or cancel one.',
  unclaimed: 'This customer is not on board. Delete the customer instead.',
  units_gone: 'Some of these units are no longer where they arrived, or are reserved. Move them back first.',
};

/** The sentence of a failure's reason; undefined without a known one. */
export function reasonText(failure: Failure): string | undefined {
  const { reason } = failure.details;
  if (typeof reason !== 'string' || !Object.hasOwn(SENTENCES, reason)) return undefined;
  const sentence = SENTENCES[reason as Reason];
  return typeof sentence === 'string' ? sentence : sentence(failure);
}
