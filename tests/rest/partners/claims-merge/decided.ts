/** What a merge does with each column that may name a business. A new one needs a decision, and a row in `claims/merge`. */
export const DECIDED: Record<'moves' | 'goes' | 'stays' | 'never', readonly string[]> = {
  moves: [
    ...[
      'accounts.buyer_id',
      'batch_notices.entity_id',
      'batch_reach.entity_id',
      'business_invitations.customer_id',
    ],
    ...['claims.entity_id', 'connections.target_id', 'locations.entity_id', 'lot_reach.entity_id'],
    ...['order_comments.actor_entity_id', 'order_history.actor_entity_id', 'order_items.retailer_id'],
    ...['orders.retailer_id', 'product_reach.entity_id', 'receipts.entity_id', 'recall_responses.entity_id'],
    ...[
      'drafts.buyer_id',
      'menus.customer_id',
      'menu_links.customer_id',
      'menu_recipients.customer_id',
      'order_requests.accepted_for',
      'order_requests.customer_id',
      'backorders.buyer_id',
      'offer_buyers.buyer_id',
      'follow_ups.buyer_id',
      'invoices.buyer_id',
      'credit_notes.buyer_id',
      'payments.buyer_id',
      'allocations.buyer_id',
      'external_ids.object_id',
      'accounting_rows.document_id',
    ],
  ],
  /** Kept totals: triggers and jobs move what they count. */
  goes: [
    ...['order_changes.entity_id', 'order_days.entity_id', 'product_sales.entity_id'],
    ...[
      'product_windows.entity_id',
      'purchases.entity_id',
      'sales_changes.entity_id',
      'sales_windows.entity_id',
    ],
    ...['buyer_sales.buyer_id', 'purchase_years.buyer_id'],
    ...['search_texts.owner_id', 'search_words.owner_id', 'search_changes.owner_id'],
    ...['variant_sale_changes.buyer_id', 'variant_sales.buyer_id'],
  ],
  /** Names the customer for good, or what happened to it then. */
  stays: [
    ...[
      'api_requests.entity_id',
      'audit_log.entity_id',
      'audit_totals.entity_id',
      'idempotency_keys.entity_id',
    ],
    ...['counted_mails.cause_id', 'counted_mails.entity_id'],
    ...['entity_aliases.alias_id', 'events.entity_id', 'event_sequences.entity_id', 'notifications.cause_id'],
    // The last is how far a job has come.
    ...['notices.entity_id', 'shared_events.entity_id', 'search_fills.after_owner'],
  ],
  /** A customer that isn't on board has none, or it is the seller's or the survivor's. */
  never: [
    // Of who recalls, of the seller that sold to the customer, and of who reminds.
    ...['recall_contact_mails.entity_id', 'recall_contact_mails.seller_id', 'sender_reports.entity_id'],
    'unsubscribed_from.seller_id',
    ...['licenses.entity_id', 'product_coas.owner_id'],
    ...`api_keys bank_accounts bank_lines bank_statements batch_holds batch_notes batches business_invitations claimants coa_readings compliance_jobs compliance_packages compliance_sites
      compliance_transfers drawn_documents drivers
      entity_exports entity_logos erasures goods_receipts goods_suppliers external_ids import_mappings imports integration_connections inventory_items inventory_lots inventory_movements
      inventory_transfers invitations levels_wanted lots mcp_plans member_locations migration_items migrations notifications oauth_grants pay_runs pos_connections product_coas
      product_images product_variants products recall_batches recalls report_schedules retail_prices returns
      location_sale_years stock_categories stock_changes stock_counts stock_flows stock_levels stock_sale_years stock_sales stock_totals sync_runs users
      variant_changes variant_stock variants_in_stock vehicles webhook_endpoints`
      .split(/\s+/)
      .map((table) => `${table}.entity_id`),
    ...[
      'accounts.seller_id',
      'goods_receipts.seller_id',
      'goods_receipts.supplier_id',
      'accounting_accounts.entity_id',
      'accounting_exports.entity_id',
      'accounting_rows.entity_id',
      'document_counters.seller_id',
      'invoices.seller_id',
      'credit_notes.seller_id',
      'payments.seller_id',
      'payees.buyer_id',
      'payees.seller_id',
      'disputes.buyer_id',
      'disputes.seller_id',
      'remittances.buyer_id',
      'remittances.seller_id',
      'allocations.seller_id',
      'offer_buyers.seller_id',
      'menu_links.entity_id',
      'menu_recipients.entity_id',
      'menu_sends.entity_id',
      'menus.entity_id',
      'offers.entity_id',
      'order_requests.entity_id',
      'price_lists.entity_id',
      'tax_rules.entity_id',
      'backorders.seller_id',
      'carts.supplier_id',
      'claims.seller_id',
      'connections.requester_id',
      'drafts.seller_id',
      'entities.managed_by',
      'follow_ups.entity_id',
      'follow_ups.seller_id',
      'supplier_notes.buyer_id',
      'supplier_notes.seller_id',
      'entity_aliases.seller_id',
      'entity_aliases.survivor_id',
      'listings.seller_id',
      'orders.wholesaler_id',
      'recall_responses.supplier_id',
      'receipts.wholesaler_id',
      'buyer_sales.seller_id',
      'purchase_years.seller_id',
      'sales_years.seller_id',
      'variant_sale_changes.seller_id',
      'variant_sales.seller_id',
    ],
  ],
};
