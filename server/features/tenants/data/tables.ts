/** How long rows are kept, by the reason to keep them: docs/operations.md has the table. */
export const KEPT = {
  access: 'as long as the membership, invitation or key, at most 30 days beyond it',
  audit: 'as long as the installation; personal fields until they are erased',
  days30: '30 days; stored responses 24 hours',
  days90: '90 days',
  derived: 'as long as what it is computed from',
  ledger: 'as long as the installation: the ledger of regulated stock; personal fields until they are erased',
  orders:
    'as long as the installation, for both parties; erasing waits for open ones and for 3 years after the last',
  own: 'no data of a business',
  recalls: 'as long as the installation; erasing waits until they are closed',
  records: 'until the business is erased',
  throttles: 'two days; addresses that unsubscribed as long as they do',
  working: 'until it is deleted, or the business is',
} as const;

export interface TableData {
  /**
   * Whose rows they are: columns that name the business, or `column>table` for rows of those of another table, of which
   * `column>table.side` takes those of one column; several, by `|`, are of either. Absent where no row is exported.
   */
  rows?: string;
  /** What erasing a business does to its rows; `audit` and `ledger` rows keep their digests. Absent where nothing personal is. */
  erase?: 'blank' | 'delete' | 'audit' | 'ledger';
  /** Which rows erasing changes, where these aren't `rows`: a partner keeps what is its own. */
  erased?: string;
  kept: keyof typeof KEPT;
  /**
   * Every column: `!` marks personal ones, which erasing blanks; `-` those that no export has; `@side` those of the business in
   * that column alone, null in the other's export; `*` is all of a kept total.
   */
  columns: string;
}

/**
 * Where the data of businesses and people lies, declared once: exports, erasures and the documentation read it. A test compares it
 * with the schema, so that each new table and column is decided on. Of each table: whose rows, why kept, what erasing does, and of
 * which rows; then its columns.
 */
const DECLARED = `
accounts: seller_id records blank seller_id|buyer_id
  seller_id buyer_id status name! license_number nickname! representative_id contacts! internal_notes seller_orders price_list_id minimum_order_cents terms_days credit_limit_cents credit_check on_hold exempt_tax_ids confirmed untouched claimed_at created_at updated_at
accounting_accounts: entity_id records keep
  entity_id accounts updated_at
accounting_exports: entity_id days90 delete
  id entity_id kind format start_date end_date only rows total_cents changes! actor_id actor_name! created_at
accounting_files: none days90 delete export_id>accounting_exports
  export_id n name! rows contents!
accounting_rows: entity_id orders keep
  export_id entity_id kind format document_id part
address_failures: none throttles keep
  address! window_start failures
allocations: seller_id|buyer_id orders blank seller_id
  id seller_id buyer_id payment_id credit_note_id invoice_id refund_id invoice_issued_on invoice_due_on source_on amount_cents made_on reversed_on actor_id actor_name! created_at
api_keys: entity_id access delete
  id entity_id user_id name! lookup- secret_hash- previous_hash- previous_until permissions location_ids expires_at last_used_at issued_at created_at updated_at
api_requests: entity_id days30 delete
  id entity_id user_id user_name! key_id key_name! method path status duration_ms request_id address! created_at
audit_log: entity_id audit audit
  id entity_id actor_id actor_name! action object_type object_id location_ids before! after! request_id address! created_at position salt- digest-
audit_seals: none ledger keep
  through after noted_at sealed_at rows digest
audit_totals: none derived keep
  entity_id action rows
backorder_fills: backorder_id>backorders orders keep
  backorder_id order_id quantity
backorders: seller_id|buyer_id orders keep
  id seller_id buyer_id product_id variant_id product_name sku order_id receiving_location_id quantity filled ladder break_steps status expires_on ready_at created_at updated_at
backup_runs: none own keep
  id kind name started_at finished_at outcome bytes error
batch_holds: entity_id records keep
  batch_id entity_id reason held_at
batch_notes: entity_id records keep
  batch_id entity_id harvested_on packaged_on expires_on test_status
batch_notices: none derived keep
  batch_id entity_id expires_on days created_at
batch_reach: none derived keep
  entity_id batch_id batch_number expires_on created_at updated_at
batches: entity_id records keep
  id product_id batch_id number_key loose_key duplicate_of harvested_on packaged_on expires_on test_status held_at hold_reason recall_id entity_id adopted created_at updated_at
business_invitations: entity_id access delete
  id entity_id email! invited_as customer_id status mailed token_hash- created_at expires_at responded_at
buyer_sales: none derived keep
  seller_id day buyer_id representative_id units cents
carts: user_id>users access delete
  user_id supplier_id version lines delivery_date delivery_window receiving_location_id notes! po_number created_at updated_at
claimants: none access blank entity_id
  id email! entity_id tell_sellers created_at
claims: none records keep
  id entity_id seller_id claimant_id email_matches license_matches type_matches status seller_status created_at expires_at offered_at agreed updated_at
coa_readings: none working keep
  id entity_id product_id batch status extracted file_name file_size sha256 storage_key expires_at created_at
connections: requester_id|target_id records keep
  id requester_id target_id status message managed- created_at updated_at responded_at
counted_mails: none throttles keep
  id entity_id address! share cause_id created_at
credit_notes: seller_id|buyer_id orders blank seller_id
  id seller_id buyer_id invoice_id number source reason issued_on subtotal_cents discount_cents tax_cents total_cents allocated_cents remaining document actor_id actor_name! created_at updated_at
document_counters: seller_id orders keep
  seller_id kind last
drafts: seller_id|buyer_id orders blank
  id status seller_id buyer_id by_seller lines subtotal_cents delivery_date delivery_window notes po_number receiving_location_id shortage accept valid_until expires_at sent_at order_id actor_id actor_name! created_at updated_at
drawn_documents: none derived delete entity_id
  entity_id version contents! size created_at
drivers: entity_id orders blank
  id entity_id name! license_number! phone! active created_at updated_at deleted_at
email_failures: none throttles keep
  email! window_start failures next_check_at
entities: id|managed_by records blank
  id type tier name! legal_name! license_number license_verified under_review established signed_up_at license_type license_expiry street! city! state zip! contact_email! contact_phone! auto_sync sync_frequency low_stock_threshold timezone tax_rate_bps require_coa require_manifest pending_order_expiry_days max_pending_orders max_reserved_percent same_state_only min_days_at_delivery minimum_order_cents max_manual_discount_bps weight_tolerance_bps default_terms_days credit_check block_overdue_days invoice_at dunning remittance_text backorder_days managed_by uncompared- suspended_at suspension_reason created_at deleted_at mfa_required_since mfa_grace_days session_days session_idle_hours
entity_aliases: seller_id records keep
  alias_id seller_id survivor_id created_at
entity_exports: entity_id access keep
  id entity_id user_id status storage_key- size sha256 created_at finished_at
entity_logos: entity_id working delete
  id entity_id contents- created_at
erasures: entity_id audit keep
  id kind subject_id entity_id requested_by created_at erased_at
event_epoch: none own keep
  one epoch
event_sequences: none derived keep
  entity_id last gaps
events: entity_id days30 delete
  id entity_id type location_ids sequence data! shared traceparent created_at
external_ids: entity_id working keep
  entity_id object_type object_id system value
follow_ups: entity_id records blank
  id entity_id seller_id buyer_id due_on text! done_at member_id noticed_at created_at updated_at
idempotency_keys: none days30 delete entity_id
  entity_id user_id method path key request_hash answer- created_at
import_lines: import_id>imports working delete
  import_id line outcome applied sku product_name customer_name! location room_type before! after! note errors data!
import_mappings: entity_id working keep
  entity_id kind header_hash mapping
imported_products: import_id>imports working keep
  import_id product_id created shared
imports: entity_id working blank
  id entity_id kind status file_name! file_size sha256 storage_key delimiter columns! header_hash header_line skipped! mapping given! fixes! location_id room_type total processed counts error location_ids actor_id actor_name! actor_key_id applier_id applier_key_id request_id attempts takeovers lease_token- lease_until created_at checked_at applied_at finished_at
inventory_items: entity_id ledger keep
  id entity_id location_id room_type product_id product_name variant_id sku quantity reserved_quantity lot_quantity lot_reserved unit_cost_cents average_cost last_sync synced_at closed created_at updated_at
inventory_lots: entity_id ledger keep
  inventory_item_id lot_id entity_id quantity reserved_quantity
inventory_movements: entity_id ledger ledger
  id entity_id item_id reason_code delta reserved_delta quantity_after reserved_after notes! actor_id actor_name! source_type source_id request_id lot_id lot_basis position created_at
inventory_transfers: entity_id ledger blank
  id entity_id notes! location_ids actor_id actor_name! created_at
invitations: entity_id access delete
  id entity_id email! team_role all_locations location_ids token_hash- created_at expires_at accepted_at revoked_at
invited_addresses: none throttles keep
  address! mails
known_devices: none access delete user_id>users
  user_id device_id- failures created_at used_at
ledger_seals: none ledger keep
  through after noted_at sealed_at backfilled_on rows entries salts- digest
licenses: entity_id|entity_id>entities records keep
  id entity_id location_id number state type activity use expires_on status verified_at operator_verified_at changed_at created_at updated_at
listings: seller_id records keep
  id seller_id variant_id product_id sku wholesale_price_cents case_size visibility active created_at updated_at
location_sale_years: none derived keep
  *
invoices: seller_id|buyer_id orders keep
  id seller_id buyer_id order_id number opening issued_on due_on subtotal_cents discount_cents freight_cents tax_cents total_cents settled_cents pending_credit_cents pending_until document parties overdue_at reminded disputable_until disputed_at created_at updated_at
locations: entity_id|entity_id>entities records blank
  id entity_id name! street! city! state postal_state zip! license_number licensed_until active receiving_room receiving_hours delivery_days order_cutoff unconfirmed joined_to created_at deleted_at
lot_reach: none derived keep
  entity_id lot_id created_at updated_at
lot_sources: lot_id>lots records keep
  lot_id source_lot_id quantity
lots: entity_id records keep
  id batch_id variant_id package_tag entity_id created_at updated_at
member_locations: entity_id access delete
  user_id entity_id location_id
merged_batches: none derived keep
  id into_id
mfa_challenges: none access delete user_id>users
  id user_id failures created_at expires_at used_at
notices: none days30 delete entity_id
  id entity_id created_at notice!
notification_preferences: user_id>users access delete
  user_id kind bell mail amounts
notifications: entity_id days90 delete
  id user_id entity_id event_id kind permission location_ids object_type object_id object_name! summary! bell mail created_at read_at cause_id count counted_hour
order_allocations: inventory_item_id>inventory_items orders keep
  order_id order_item_id inventory_item_id lot_id quantity shipped_at
order_changes: none derived keep
  id entity_id side placed_at status orders units cents
offer_breaks: offer_id>offers records keep
  offer_id variant_id min_steps price_cents
offer_buyers: seller_id records keep
  offer_id seller_id buyer_id
offer_items: offer_id>offers records keep
  offer_id variant_id rooms position
offers: entity_id records keep
  id entity_id name starts_at ends_at audience created_at updated_at
order_comments: order_id>orders orders blank actor_entity_id
  id order_id body actor_id actor_name! actor_entity_id created_at
order_days: none derived keep
  entity_id side day status orders units cents
order_history: order_id>orders orders blank actor_entity_id
  id order_id action from_status to_status summary notes before after actor_id actor_name! actor_entity_id created_at
order_items: order_id>orders orders keep
  id order_id retailer_id product_id variant_id product_name sku quantity requested_quantity shipped_quantity received_quantity unit_price_cents total_cents position created_at price_ladder price_source break_steps discount_bps sample discount_share_cents unit step tax_category tax_weight tax_weight_unit packed_from unit_cost-
order_seller_notes: order_id>orders.wholesaler_id orders delete
  order_id notes!
  entity_id side placed_at status orders units cents
orders: wholesaler_id|retailer_id orders blank wholesaler_id
  id order_number status wholesaler_id retailer_id receiving_location_id by_seller buyer_stock- units subtotal_cents discount_cents freight_cents tax_rate_bps tax_cents total_cents adjustments tax_rules tax_lines delivery_date delivery_window notes po_number driver_id- vehicle_id- driver! vehicle! departed_at estimated_arrival recall_id disputable_until disputed_at representative_id- created_by- created_at updated_at
passkey_challenges: none throttles keep
  challenge- purpose session_id expires_at
passkeys: user_id>users access delete
  id user_id credential_id- public_key- sign_count- transports rp_id name! created_at last_used_at
password_resets: none access delete user_id>users
  token_hash- user_id created_at expires_at used_at
pending_uploads: none own keep
  key started_at
payments: seller_id|buyer_id orders blank seller_id
  id seller_id buyer_id kind method amount_cents allocated_cents received_on recorded_on reference! notes@seller_id! buyer_name@seller_id counted_by! status voided_on void_reason! actor_id actor_name! created_at updated_at
pos_connections: entity_id working delete
  id entity_id location_id provider config! credentials- auth cursor- failures remapped_at created_at updated_at
pos_listings: connection_id>pos_connections working keep
  connection_id item_id run_id confirmed
pos_mappings: connection_id>pos_connections working keep
  id connection_id external_id sku variant_id created_at
pos_packages: connection_id>pos_connections working keep
  connection_id item_id package quantity unit_cost_cents lot_id run_id
pos_unmatched: connection_id>pos_connections working keep
  connection_id key external_id sku name quantity run_id seen_at
price_lists: entity_id records keep
  id entity_id name discount_bps active created_at updated_at
price_rules: list_id>price_lists records keep
  list_id variant_id min_steps price_cents
product_coas: entity_id records keep
  id product_id entity_id lab batch_id batch date file_name file_size sha256 storage_key uploaded_by extracted unread_since mismatches by_holder owner_id withdrawn_at withdrawn_by withdrawn_reason created_at
product_images: entity_id records keep
  id product_id entity_id storage_key size medium_key medium_size thumb_key thumb_size source uploaded_by created_at
product_reach: none derived keep
  entity_id product_id
product_sales: none derived keep
  entity_id side day product_id units cents
product_variants: entity_id records keep
  id product_id entity_id name sku weight weight_unit price_cents wholesale_price_cents case_size unit step low_stock_threshold position created_at updated_at deleted_at
product_windows: none derived keep
  entity_id side days product_id units cents
products: entity_id records keep
  id entity_id name brand category subcategory description thc_percentage cbd_percentage images active visibility import_key created_at updated_at deleted_at
purchase_years: none derived keep
  *
purchases: none derived keep
  entity_id variant_id lines
rate_limits: none throttles keep
  key! points expire
recall_batches: entity_id recalls keep
  recall_id batch_id entity_id confirmed_at
recall_contact_mails: none throttles delete entity_id|seller_id
  recall_id entity_id seller_id email! created_at queued_at
recall_mails: none throttles delete user_id>users
  user_id recall_id created_at
recall_responses: entity_id recalls blank
  recall_id entity_id held quarantined destroyed returned already_sold unassigned found explained supplier_id closing notes! actor_id actor_name! responded_at created_at
recalls: entity_id recalls blank
  id batch_id entity_id class reason instructions include_derived respond_by actor_id actor_name! closed_at close_reason created_at updated_at
receipt_lines: receipt_id>receipts orders keep
  id receipt_id order_item_id lot_id accepted rejected damaged short reason_code inventory_item_id-
receipts: entity_id|wholesaler_id orders blank entity_id
  id order_id entity_id wholesaler_id notes recorded_by signed_by! corrected_by credit_cents actor_id actor_name! corrected_at created_at updated_at
recovery_codes: none access delete user_id>users
  user_id code_hash- used_at
report_schedules: entity_id working delete
  id entity_id created_by report query! weekday hour member_ids due_after created_at updated_at
reset_requests: none throttles keep
  subject! window_start requests
retail_prices: entity_id working keep
  entity_id variant_id price_cents updated_at
return_lines: return_id>returns orders keep
  id return_id order_item_id lot_id quantity received condition room_type
returns: entity_id|order_id>orders orders blank entity_id
  id order_id receipt_id entity_id location_id notes actor_id actor_name! received_at created_at updated_at
sales_changes: none derived keep
  id entity_id side placed_at product_id units cents variant_id lines
sales_years: none derived keep
  *
sales_windows: none derived keep
  entity_id days start
saved_views: user_id>users access delete
  id user_id list name! query! created_at updated_at
schema_generation: none own keep
  one generation writer
secret_checks: none own keep
  id sealed-
sessions: user_id>users access delete
  id user_id channel refresh_jti- previous_jti- rotated_at created_at expires_at ended_at mfa_verified_at authenticated_at address! user_agent! signed_in_with device_verified_at
setup_links: none throttles keep
  token_hash- tier created_at expires_at used_at
shared_events: none days30 keep
  event_id entity_id
sign_in_failures: none throttles keep
  email! address! failures first_failed_at reserved_at locks locked_until
sign_ups: none throttles keep
  id email! form! mode tier token_hash- created_at expires_at used_at
stock_categories: none derived keep
  entity_id location_id room_type category items
stock_changes: none derived keep
  id entity_id location_id room_type category items units worth variant_id sold_units sold_worth moved_at
stock_count_entries: count_id>stock_counts ledger blank
  count_id entry_id item_id counted added actor_id actor_name! counted_at position
stock_count_lines: count_id>stock_counts ledger blank
  count_id item_id counted expected actor_id actor_name! counted_at
stock_counts: entity_id ledger blank
  id entity_id location_id room_type status blind assignee_id assignee_name! actor_id actor_name! created_at updated_at finished_at
stock_flows: none derived keep
  entity_id location_id room_type moved_at worth sold_units sold_worth
stock_levels: none derived keep
  id entity_id location_id variant_id product_id product_name category sku package_mg quantity reserved_quantity available blocked band worth average_cost expires_on created_at
stock_sales: none derived keep
  entity_id location_id variant_id day units
stock_sale_years: none derived keep
  *
stock_totals: none derived keep
  entity_id location_id room_type items units worth
supplier_notes: buyer_id records blank buyer_id|seller_id
  seller_id buyer_id representative_id contacts! internal_notes created_at updated_at
sync_runs: entity_id working blank
  id entity_id location_id connection_id sync_type status processed total created updated failed errors unmatched unmatched_count actor_id actor_name! request_id stage page_token- since pages restarts next_cursor attempts lease_token- lease_until created_at finished_at
tax_rules: entity_id records keep
  id entity_id name basis rate amount_cents weight_unit categories buyer_types use states include_freight starts_on ends_on created_at updated_at
sender_reports: none throttles keep
  recall_id address! entity_id created_at
unsubscribed_addresses: none throttles keep
  address! created_at
unsubscribed_from: none throttles keep
  seller_id address! created_at
users: entity_id records blank
  id entity_id email! name! password_hash- team_role all_locations created_at removed_at mfa_secret- mfa_enabled_at mfa_last_step-
variant_changes: none derived keep
  id entity_id variant_id levels
variant_sale_changes: none derived keep
  id seller_id buyer_id variant_id representative_id placed_at units cents
variant_sales: none derived keep
  seller_id day buyer_id variant_id representative_id units cents
variant_stock: none derived keep
  entity_id variant_id units worth
variants_in_stock: none derived keep
  entity_id variant_id levels
vehicles: entity_id orders blank
  id entity_id make model plate! active created_at updated_at deleted_at
webhook_attempts: delivery_id>webhook_deliveries days30 delete
  id delivery_id at kind status_code duration_ms response_body! error! signature-
webhook_deliveries: endpoint_id>webhook_endpoints days30 delete
  id endpoint_id event_id event_type status round tries next_kind next_attempt_at last_attempt_at test_data! created_at
webhook_endpoints: entity_id working delete
  id entity_id url! description! events location_ids active disabled_reason secret- previous_secret- previous_secret_until- failing_since lease_token- lease_until created_at updated_at
worker_pools: none own keep
  id seen_at
`;

/** The declaration by table. */
export const TABLES: Readonly<Record<string, TableData>> = Object.fromEntries(
  DECLARED.trim()
    .split(/\n(?=\S)/)
    .map((entry) => {
      const [head = '', columns = ''] = entry.split('\n  ');
      const [name = '', rest = ''] = head.split(': ');
      const [rows, kept, erase, erased] = rest.split(' ');
      return [
        name,
        {
          ...(rows !== 'none' && { rows }),
          ...(erase !== 'keep' && { erase }),
          ...(erased && { erased }),
          kept,
          columns,
        } as TableData,
      ];
    }),
);

const nameIn = (column: string) => column.replace(/(@\w+)?[!-]?$/, '');

/** The columns of a table with a mark: `!` for personal ones, `-` for those that no export has. */
export const marked = ({ columns }: TableData, mark: '!' | '-'): string[] =>
  columns.split(' ').flatMap((column) => (column.endsWith(mark) ? [nameIn(column)] : []));

/** All columns of a table, without their marks. */
export const columnsIn = ({ columns }: TableData): string[] => columns.split(' ').map(nameIn);

/** The columns of a table that are one party's, with the column that names it. */
export const sided = ({ columns }: TableData): { column: string; side: string }[] =>
  columns.split(' ').flatMap((marks) => {
    const [, column, side] = /^(\w+)@(\w+)/.exec(marks) ?? [];
    return column && side ? [{ column, side }] : [];
  });

/** The names of personal columns, of whatever table: records of changes and events have them as keys. */
export const PERSONAL_COLUMNS = [...new Set(Object.values(TABLES).flatMap((table) => marked(table, '!')))];
