const ONE_BUSINESS = 'a location belongs to one business, and the statement names a location or its rows';
const OWN_ROWS =
  'the statement also holds the condition for rows that the member may see, or the ids come from it';
const LOCK = 'it only locks: the read that follows requires the same';
const READ_BEFORE = 'the id was read under the same condition before';
const ONE_SELLER = 'a customer that is not on board has one seller, whose rows alone name it';

/**
 * Conditions whose removal changes nothing, by the reason: another one guards the same rows. They stay, because an index
 * needs them or because a second wall costs nothing.
 */
export const GUARDED_TWICE = new Map(
  Object.entries({
    [ONE_BUSINESS]: [
      'server/features/api-keys/service.sql.ts: entity_id = entityId',
      'server/features/webhooks/service.sql.ts: entity_id = entityId',
      'server/features/entities/locations/service.ts: eq(invitations.entityId, entityId)',
      'server/features/imports/stock/places.sql.ts: i.entity_id = entityId #2',
      'server/features/imports/stock/places.sql.ts: entity_id = entityId #2',
      'server/features/inventory/queries.sql.ts: s.entity_id = entityId',
      'server/features/inventory/service.sql.ts: i.entity_id = entityId',
      'server/features/inventory/queries.sql.ts: t.entity_id = entityId',
      'server/features/market/reorder.sql.ts: o.retailer_id = actor.entity.id',
      'server/features/orders/flow/closing.ts: o.retailer_id = entityId',
      'server/features/pos/connections/connections.ts: eq(posConnections.entityId, ctx.actor.entity.id)',
      'server/features/pos/matching/mappings.ts: eq(posConnections.entityId, ctx.actor.entity.id)',
      'server/features/pos/runs/runs.sql.ts: entity_id = entityId',
      'server/features/pos/matching/match.sql.ts: i.entity_id = entityId',
    ],
    [OWN_ROWS]: [
      'server/features/recalls/found.ts: i.entity_id = entityId',
      'server/features/reports/batch-ages/queries.sql.ts: x.entity_id = actor.entity.id',
      'server/features/imports/listing/update-products.sql.ts: p.entity_id = entityId',
      'server/features/inventory/ledger/infer-lots.ts: i.entity_id = entityId',
      'server/features/inventory/ledger/ledger.sql.ts: i.entity_id = cause.entityId',
      'server/features/inventory/lots/service.ts: i.entity_id = actor.entity.id',
      'server/features/inventory/queries.sql.ts: x.entity_id = entity.id',
      'server/features/inventory/queries.sql.ts: x.entity_id = entity.id #2',
      'server/features/inventory/adjusting/stated-lots.sql.ts: visibleItems(actor)',
      'server/features/inventory/totals/totals.sql.ts: x.entity_id = viewer.entity.id',
      'server/features/pos/lists/apply-page.ts: i.entity_id = run.entityId',
      'server/features/products/queries.sql.ts: s.entity_id = sellerId',
      'server/features/products/queries.sql.ts: z.entity_id = entity.id',
      'server/features/products/queries.ts: p.entity_id = actor.entity.id',
      'server/features/recalls/respond.ts: i.entity_id = entityId',
      'server/features/recalls/respond.ts: x.entity_id = entityId',
      'server/features/recalls/service.sql.ts: i.entity_id = entityId',
      'server/features/recalls/service.sql.ts: x.entity_id = entityId',
      'server/features/inventory/queries.sql.ts: z.entity_id = entityId',
      'server/features/inventory/sales/queries.sql.ts: m.entity_id = entity.id',
      'server/features/inventory/transfers/queries.ts: t.entity_id = actor.entity.id',
      'server/features/orders/queries.sql.ts: l.retailer_id = id',
      'server/features/orders/queries.sql.ts: l.wholesaler_id = id',
      'server/features/orders/queries.sql.ts: o.retailer_id = entityId',
      'server/features/pos/queries.sql.ts: c.entity_id = entityId',
    ],
    [LOCK]: [
      'server/features/pricing/lists/service.ts: eq(priceLists.entityId, ctx.actor.entity.id)',
      'server/features/pricing/offers/service.ts: eq(offers.entityId, ctx.actor.entity.id)',
      'server/features/reports/schedules/service.ts: eq(reportSchedules.entityId, actor.entity.id)',
      'server/features/api-keys/queries.sql.ts: visibleKeys(actor)',
      'server/features/lots/queries.sql.ts: visibleBatches(actor) #2',
      'server/features/orders/comments/queries.sql.ts: visibleOrders(actor)',
      'server/features/orders/flow/holding.sql.ts: visibleOrders(actor)',
      'server/features/orders/flow/lock.ts: visibleOrders(actor)',
      'server/features/products/queries.sql.ts: p.entity_id = entityId',
      'server/features/webhooks/queries.sql.ts: visibleEndpoints(actor)',
      'server/features/orders/backorders/queries.sql.ts: visibleBackorders(actor)',
      'server/features/orders/flow/lock.ts: visibleOrders(actor) #2',
    ],
    [READ_BEFORE]: [
      'server/features/billing/books/service.ts: eq(accountingRows.entityId, actor.entity.id)',
      'server/features/entities/customers/locations.ts: eq(locations.entityId, id)',
      'server/features/entities/follow-ups/service.ts: eq(followUps.entityId, entityId)',
    ],
    [ONE_SELLER]: [
      'server/features/billing/merging.sql.ts: r.entity_id = sellerId',
      'server/features/entities/claims/merge.sql.ts: x.entity_id = seller',
      'server/features/entities/claims/merge.sql.ts: x.entity_id = seller #2',
      'server/features/entities/claims/merge.sql.ts: c.requester_id = seller',
      'server/features/entities/claims/merge.sql.ts: c.requester_id = seller #2',
    ],
    'it only finds the endpoint of a delivery: the lock that follows requires the same': [
      'server/features/webhooks/deliveries.sql.ts: visibleEndpoints(actor)',
    ],
    "an order's lines have its buyer, and the statement asks for both": [
      'server/features/orders/stock/limits/queries.sql.ts: o.retailer_id = retailerId #2',
      'server/features/orders/stock/limits/queries.sql.ts: x.retailer_id = retailerId',
    ],
    "stock that is chosen without a lock is reserved from the seller's rows alone (ledger.sql.ts), else chosen under one":
      ['server/features/inventory/allocation.sql.ts: i.entity_id = sellerId'],
    'it gives a business its turn: whom a shared event reaches, and with what, follows from the event': [
      'server/platform/outbox/shared.sql.ts: s.entity_id = entityId',
      'server/platform/outbox/shared.sql.ts: s.entity_id = entityId #2',
    ],
    'within the transaction, what was written or is to change is read under the limit of the member, else all is undone':
      [
        'server/features/inventory/counts/service.ts: actor.locationIds === null',
        'server/features/pos/connections/connections.ts: await requireLocation(ctx, locationId); #2',
      ],
    "a variant has its product's owner, and the statement asks for both": [
      'server/features/orders/carts/queries.sql.ts: p.entity_id = sellerId',
      'server/features/orders/carts/queries.sql.ts: v.entity_id = sellerId',
    ],
    'it chooses versions: the statement that deletes them names the business': [
      'server/features/orders/documents/drawn.sql.ts: d.entity_id = entityId',
    ],
    "a merge moves or deletes the account of the former parties, which the statement requires, and an order's seller stays":
      [
        'server/features/orders/flow/holding.sql.ts: o.retailer_id = buyer',
        'server/features/orders/flow/holding.sql.ts: o.wholesaler_id = seller',
      ],
    "it opens the secret menu to a line, whose units are then taken of the seller's rows alone": [
      'server/features/orders/stock/lots.sql.ts: i.entity_id = sellerId #2',
    ],
    "a receipt has its order's buyer, and the statement names the order": [
      'server/features/orders/merging.sql.ts: r.entity_id = from',
    ],
    'who buys is checked again, with the same error, once the parties are read (prepare.ts)': [
      'server/features/orders/placing/sides.ts: checkBuyer(actor);',
    ],
    'an emptied row adds nothing to a window': [
      'server/features/orders/figures/sales.sql.ts: entity_id = entityId #2',
    ],
    'a member belongs to one business, and the statement names the member': [
      'server/features/reports/schedules/queries.sql.ts: u.entity_id = entityId #2',
      'server/platform/audit-log/erase.sql.ts: a.entity_id = entityId #3',
      'server/platform/idempotency/once.sql.ts: k.entity_id = entityId',
    ],
    'the list was read before under the same condition': [
      'server/features/pricing/lists/rules/queries.sql.ts: r.entity_id = entity.id',
    ],
    'it finds candidates by SKU: the statement asks for own goods, whose SKUs are compared again': [
      'server/features/pricing/lists/rules/queries.sql.ts: o.entity_id = sellerId',
      'server/features/pricing/offers/queries.sql.ts: s.entity_id = sellerId',
    ],
    'it finds own goods together: those that it leaves out are looked up one by one, with the same result': [
      'server/features/products/owned/queries.sql.ts: v.entity_id = entityId',
      'server/features/products/owned/queries.sql.ts: p.entity_id = entityId',
      'server/features/products/owned/queries.sql.ts: p.entity_id = entityId #2',
      'server/features/products/owned/queries.sql.ts: v.entity_id = entityId #2',
    ],
    'it says whether a seller hides goods at all: without it those of one that hides none are looked at, too':
      ['server/features/pricing/shown/queries.sql.ts: p.entity_id = sellerId #2'],
    'a deleted product of another whose units a business has is read by the condition before': [
      'server/features/products/queries.sql.ts: p.entity_id = entity.id #2',
    ],
  }).flatMap(([reason, names]) => names.map((name) => [name, reason])),
);
