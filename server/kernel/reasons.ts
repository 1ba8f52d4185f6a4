import { SALE_REASONS } from '../features/orders/placing/conditions.schema';

/** What reasons that are declared with their condition mean. */
function meaningsOf<R extends string>(reasons: Readonly<Record<R, { meaning: string }>>): Record<R, string> {
  return Object.fromEntries(
    Object.entries<{ meaning: string }>(reasons).map(([reason, { meaning }]) => [reason, meaning]),
  ) as Record<R, string>;
}

/**
 * Every `details.reason` of a 403, 409 and 410 (decision 413), by the code that it comes with: what it means to a program. An
 * operation declares those it can raise among its `errors`; those of sales are declared with their conditions. The dashboard's sentences are in
 * `components/ui/forms/reason-text.ts`.
 */
export const REASONS = {
  FORBIDDEN: {
    ...meaningsOf(SALE_REASONS.FORBIDDEN),
    api_key: 'Only a signed-in member can call it, not an API key',
    assigned: 'The count is assigned to another member',
    business_suspended: 'The operator has suspended your business: it can only export its data',
    claimants_only: 'Only the business that claims the customer can do this',
    cross_site: "The request came from another site's page",
    insufficient_scope: 'The token lacks the scope in `details.scope`',
    location: "The order goes to a location outside the member's",
    mfa_enrollment_required:
      'Your business requires a second factor, which the session has not shown: set one up, or confirm it',
    no_derived_batch: 'Your business owns no batch that was made from this one',
    not_a_buyer: 'Retailers and wholesalers buy; this business does not',
    not_a_seller: 'Wholesalers and cultivators sell; this business does not',
    not_your_product: "Only the product's owner can do this",
    passcode_required: 'The menu asks for a passcode: send it in the header `X-Menu-Passcode`',
    other_member: 'Another member counted the entries',
    other_schedule: 'Another member scheduled the report',
    other_party: 'Only the other party can do this',
    outside_your_locations: "It takes locations beyond the member's, or all of them",
    own_payee: 'Another owner or admin approves what a member entered',
    own_role: "Members can't change their own role",
    owner_required: 'Only an owner can do this',
    owners_key: 'Only an owner can change or rotate a key that an owner created',
    permission_required: 'The role, business type or key lacks the permission in `details.permission`',
    reauthentication_required:
      'The sign-in is older than 10 minutes: send the password, with a code where you have a second factor',
    reduce_only: 'The wholesaler can reduce or remove lines, not add or raise them',
    whole_business:
      'It concerns the whole business: members and keys limited to locations have no access to it',
    role_above_own: "Members can't grant a role above their own",
  },
  CONFLICT: {
    ...meaningsOf(SALE_REASONS.CONFLICT),
    metrc_connected: 'The location is connected with Metrc: change or delete that connection',
    mixed_delivery:
      'Some packages of the delivery are of an order and others are not: `details.package_tags`',
    needs_data: 'Data are missing: see `details.problems`',
    wrong_status: 'The job is in another state, `details.status`, in which this is not possible',
    accounts_unmapped: 'Accounts in `details.accounts` have no name in the books yet',
    case_prices_required: 'Goods have a case size: say in `settings.case_prices` what their prices are for',
    migration_active: 'Another migration of the business is being read or applied',
    already_accepted: 'The transfer, or one of its packages, was accepted here: `details.package_tags`',
    already_confirmed: 'The line was confirmed: `details.payment_ids`',
    already_imported: 'The account has the file: `details.statement_id`',
    already_connected: 'The two businesses are connected',
    already_disputed: 'A line is in an open dispute: `details.dispute_id`',
    already_held: 'The batch is on hold',
    already_invited: 'The person has an open invitation',
    already_joined: 'The member has joined',
    already_member: 'The person is on the team',
    already_ordered: 'The draft became an order: `details.order_id`',
    already_received: 'The receipt was filed, or the return received',
    already_requested: 'An earlier connection request has no response yet',
    already_responded: 'Your business has responded to the recall',
    already_withdrawn: 'The certificate was withdrawn before',
    ambiguous_sku: 'Several products in your stock have the SKU',
    batch_exists: 'The product has a batch with this number',
    blocked_lots: 'Lots in `details.lots` are on hold, expired or failed',
    cannot_receive: 'The location cannot take the units: the product was deleted, or the row is full',
    company_required: 'The credentials reach several companies: name one of `details.companies`',
    claimed: 'The customer is on board and manages this itself',
    corrected_by_buyer: 'The buyer has corrected the receipt: its figures hold',
    confirmed: 'The import was confirmed and cannot be changed',
    confirm_required: 'What is asked in `details.questions` must be confirmed: nothing was written',
    count_stale:
      'Entries in `details.entry_ids` were counted more than 72 hours ago, or later than now: count again',
    credited:
      'What was not accepted is credited: the receipt is final, or `details.item_id` is, of an order without one',
    domain_taken:
      'Another business proved `details.domains` before, and its provider alone makes members of them',
    record_not_found: 'Name servers have no TXT record with the text for the domain',
    cursor_ahead: 'The log ends at `details.last_sequence`: begin with `details.after`',
    customer_exists: 'A customer has the license: `details.customer_id`',
    deleted: 'Items in `details.inventory_ids` were deleted since they were counted',
    email_in_use: 'Another user has the email',
    endpoint_disabled: 'The webhook endpoint is disabled',
    epoch_changed:
      'The server was restored from a backup, whose epoch is `details.epoch`: begin with `details.after`',
    external_id_taken: 'Another object of yours has the external id: `details.object`',
    file_expired: 'The file was kept for 7 days',
    finished: 'The count is finished',
    has_orders: 'The customer has orders',
    has_stock: 'There is, or was, stock or an order line of the variant: `details.variant_id`',
    held: 'The units are on hold',
    in_use:
      'Something else has it: customers or menus the price list (`details.customers`), statements or pay runs the bank account, payments the lines of a statement',
    in_a_run: 'The invoice is in another pay run: `details.pay_run_id`',
    in_review: 'The count is in review',
    inactive: 'The driver or vehicle is inactive',
    invoiced: 'The invoice has fewer units of the line: `details.quantity`',
    last_factor: 'It is the only second factor, and your business requires one: add another first',
    last_item: 'It is the last line of the order: cancel the order instead',
    last_license: 'It is the last license of your business',
    last_location: 'It is the last location of your business',
    last_owner: 'It is the last owner of your business',
    license_not_active: 'The premises in `details.location` have no active license',
    license_changed: 'The license of the customer says something else now',
    license_unverified: 'The license of your business is being reviewed',
    line_exists: 'The order has a line of the variant, or of its samples, already',
    location_deleted: 'The receiving location no longer exists',
    lot_exists: 'Your business has this lot',
    manifest_required: 'Your business requires a driver and a vehicle on every shipment',
    merging: 'The customer is being merged into its own business: try again in a moment',
    mfa_enabled: 'Two-factor authentication is on',
    mfa_not_enabled: 'Two-factor authentication is not set up',
    name_taken: 'A view of the member, or a price list of your business, has this name',
    no_email: 'The customer has no contact email, or is no longer connected',
    no_numbers: 'The bank account is inactive, or has no routing number or number',
    no_payee: 'Where `details.supplier_id` is paid is not known: set its payee first',
    no_difference: 'Nothing would change, or no credit is pending',
    not_waiting: 'The plan of the assistant was decided, run or has expired',
    no_requests: 'The menu takes no requests',
    not_yet: 'The day of the line has not begun where your business is',
    not_accepted: 'The connection is not an accepted one',
    not_mergeable: 'The claimant is another type of business than the customer, or its seller',
    not_disputable: 'It did not come along by a merge of the last 30 days',
    not_editable: 'The status of the order or draft no longer allows the change',
    not_drawn: 'A job has to draw the statement first: POST at the same path starts it',
    not_held: 'The batch is not on hold',
    not_ready: 'The import has not been checked, or was applied',
    not_reviewed: 'The count is not in review',
    weight_tolerance:
      'The packed amount would be further above the ordered one than the seller allows: `details.most`, in steps',
    not_shipped: 'The order has not been shipped',
    nothing_to_export: 'No document of the days is new',
    offer_changed: 'What comes along has changed since it was read: read the claim again',
    other_product: 'The variant belongs to another product, and stays there',
    open_invoices: 'Invoices or credits of your business are open: `details.open_invoices`',
    opening_balance: 'An opening balance has no lines to credit',
    open_orders: 'Open orders contain it',
    order_closed: 'The order is shipped, delivered or canceled',
    over_paid:
      'That is more than the invoice comes to, less what you have sent that waits: `details.available`',
    over_allocated: 'That is more than is left of the money, or of what it pays: `details.available`',
    own_product: 'The product is your own: its SKU and price are set there',
    owner_exists: 'The server is set up',
    party_deleted: 'A party of the order no longer exists',
    passkey_exists: 'The passkey has been added already',
    pay_day_over: 'The day of the pay run has come: draft another',
    payee_changed:
      'Where `details.supplier_id` is paid was changed within 24 hours: another owner or admin has to approve it',
    pos_connected: 'The location has a POS',
    pos_not_connected: 'The location has no POS',
    possible_duplicate:
      'A payment like it is recorded: `details.payment_id`; or a line like it was read from a file of another form: `details.line_id`',
    price_changed:
      'Lines in `details.lines` cost more than was shown: accept the prices, or hold those that were shown',
    quantity_changed: 'The quantity is not the expected one: `details.quantity` is the current one',
    quantity_limit: 'The result would exceed the most that a row can hold',
    recall_closed: 'The recall is closed',
    recall_open: 'The batch has an open recall',
    recalled: 'A batch was recalled',
    refunded: 'Some of the payment was refunded: `details.payment_id` is the refund',
    rejected_recently: 'The business declined: ask again 24 hours after its response',
    reservations: 'Orders have reserved units of it',
    responses_missing: 'Businesses have not responded to the recall: closing it takes a reason',
    retention_required: 'The data is still needed: at least until the day in `details.until`',
    return_received: 'The seller has received the return of some of these units',
    sku_taken: 'Another variant of your business has the SKU',
    status_changed: 'The order is no longer in `expected_status`: `details.status` is the current one',
    stock: 'It holds units',
    sync_active: 'A sync of the location is in progress',
    tag_taken:
      'Packages in `details.errors` have units in your stock already, or their tag is that of another batch or product',
    too_early:
      'The claim can be confirmed from `details.confirmable_at` on; what was sent to the state is resolved from `details.until` on',
    too_large: 'The document would have more than its most goods or pages: take the CSV in `details.csv`',
    too_late: 'The time in which a receipt can be filed or corrected is over',
    too_many: 'Your business, the member or the product has as many as it can: `details.limit`',
    too_many_endpoints: 'Your business has as many webhook endpoints as it can: `details.limit`',
    too_many_keys: 'Your business has as many API keys as it can: `details.limit`',
    unclaimed: 'The customer is not on board: delete it, or change what you entered, instead',
    unknown_contact:
      'The confirmed email belongs to another than the customer: look whether it asked, then send `unknown_contact`',
    units_gone: 'Some of the units are no longer where they arrived, or are reserved',
    vendor_key_missing: 'The operator has no key of Metrc for the state and environment',
    vendor_misconfigured: 'The other system rejected the request: its configuration is wrong',
    vendor_protocol: 'The other system responded with something that its API does not document',
    vendor_rate_limited: 'The other system limits the rate of requests: try again later',
    vendor_unauthorized: 'The other system rejected the credentials',
    vendor_unavailable: 'The other system did not respond: try again later',
  },
  INVALID_TRANSITION: {
    invalid_transition: 'The status in `details.from` does not lead to the one in `details.to`',
  },
  INSUFFICIENT_STOCK: meaningsOf(SALE_REASONS.INSUFFICIENT_STOCK),
  LICENSE_EXPIRED: {
    license_expired: 'The license of the premises of the party in `details.party` has expired',
  },
  COA_REQUIRED: { coa_required: 'Products in `details.products` have no certificate of analysis' },
  GONE: {
    cursor_expired:
      'Events after the cursor are no longer kept: read whole lists, and begin with `details.after`',
  },
  IDEMPOTENCY_IN_PROGRESS: {
    idempotency_in_progress: 'A request with this Idempotency-Key is still in progress',
  },
} as const;

/** Codes that always come with a reason: those of the statuses 403, 409 and 410. */
export type ReasonedCode = keyof typeof REASONS;
export type ReasonOf<C extends ReasonedCode> = { [K in C]: keyof (typeof REASONS)[K] }[C];
export type Reason = ReasonOf<ReasonedCode>;

const CODE_OF = Object.fromEntries(
  Object.entries(REASONS).flatMap(([code, reasons]) => Object.keys(reasons).map((reason) => [reason, code])),
) as Record<Reason, ReasonedCode>;

/** Returns the code that a reason comes with. */
export const codeOf = (reason: Reason): ReasonedCode => CODE_OF[reason];

export const isReasoned = (code: string): code is ReasonedCode => Object.hasOwn(REASONS, code);

export const isReason = (text: string): text is Reason => Object.hasOwn(CODE_OF, text);
