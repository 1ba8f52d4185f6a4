import { createKey } from '../../factories/api-key';
import { MAPPING } from '../../factories/bank';
import { foreignBankOf } from '../../factories/bank-scene';
import { createMember } from '../../factories/business';
import { createProduct, createStock } from '../../factories/catalog';
import { createClaim } from '../../factories/claim';
import { readCoa, uploadCoa } from '../../factories/coa';
import { received } from '../../factories/goods';
import { addImage } from '../../factories/images';
import { checkCsv } from '../../factories/imports';
import type { LotBody } from '../../factories/lots';
import { planWaiting } from '../../factories/mcp';
import { connectVendor, MIGRATIONS } from '../../factories/migrations';
import { paid } from '../../factories/money';
import { beginConsent, letIn, openClient } from '../../factories/oauth';
import { addPasskey } from '../../factories/passkeys';
import { pdf } from '../../factories/pdf';
import { connectPos, mapPos, sync } from '../../factories/pos';
import { openRecall } from '../../factories/recalls';
import { file } from '../../factories/receipts';
import { openTrade, placeOrder, placeOrderIn } from '../../factories/trade';
import { openWorld } from '../../factories/vendors';
import { addEndpoint, sendTest } from '../../factories/webhook';
import { ok } from '../../setup/client';
import { ABSENT_ID } from '../../setup/expect';
import { openStage } from '../../setup/stage';

const stage = await openStage();
export const [own, foreign] = [await openTrade(stage), await openTrade(stage)];
// Before the order, whose lines show it.
const foreignImage = await addImage(foreign.seller, foreign.product.id);
export const [ownOrder, foreignOrder] = [await placeOrder(own), await placeOrder(foreign)];
await connectPos(stage.db, foreign.wholesaler);
const foreignMapping = await mapPos(foreign.seller, foreign.wholesaler.locationIds[0], {
  external_id: 'register-1',
  variant_id: foreign.product.variantId,
});
const foreignRun = await sync(foreign.seller, foreign.wholesaler.locationIds[0], 'incremental');
const foreignTransfer = ok(
  await foreign.seller.post<{ id: string }>('/api/v1/inventory/transfers', {
    lines: [
      {
        inventory_id: foreign.stockId,
        to_location_id: foreign.wholesaler.locationIds[0],
        to_room_type: 'sales_floor',
        quantity: 1,
      },
    ],
  }),
);
const foreignPasskey = await addPasskey(foreign.seller);
const [foreignSession] = await stage.sql<{ id: string }[]>`
  select id from sessions where user_id = ${foreign.seller.tokens?.user.id ?? ''}`;
const foreignCoa = (await uploadCoa(foreign.seller, foreign.product.id)).body;
const foreignReading = (await readCoa(foreign.seller, pdf())).body;
const [foreignConnection] = await stage.sql<{ id: string }[]>`
  select id from connections where target_id = ${foreign.wholesaler.id}`;
export const foreignImport = await checkCsv(foreign.seller, 'inventory', 'sku,quantity\nx,1\n');
const foreignBank = await foreignBankOf(stage, foreign);
export const foreignIntegration = await connectVendor(foreign.seller, await openWorld());
const [foreignJob] = await stage.sql<{ id: string }[]>`
  insert into compliance_jobs (id, entity_id, location_id, kind, source_type, source_id, subject, status, facts)
  values (gen_random_uuid(), ${foreign.wholesaler.id}, ${foreign.wholesaler.locationIds[0]}, 'package_finish', 'job', gen_random_uuid(),
    'FOREIGN-TAG', 'review', '{"tag": "FOREIGN-TAG", "day": "2026-01-02"}') returning id`;
const [foreignTransferOfState] = await stage.sql<{ id: string }[]>`
  insert into compliance_transfers (id, entity_id, location_id, direction, remote_id, delivery_id)
  values (gen_random_uuid(), ${foreign.wholesaler.id}, ${foreign.wholesaler.locationIds[0]}, 'incoming', '1', '1') returning id`;
export const foreignMigration = ok(
  await foreign.seller.post<{ id: string }>(MIGRATIONS, { system: 'apex', source: 'files' }),
);
export const foreignLot = ok(
  await foreign.seller.post<LotBody>('/api/v1/lots', { product_id: foreign.product.id, batch_id: 'FOREIGN' }),
);
export const foreignKey = await createKey(foreign.seller);
const foreignPlan = await planWaiting(foreign.seller, {
  sku: foreign.product.variants[0]?.sku ?? '',
  place: foreign.wholesaler.locationIds[0],
});
const foreignClient = await openClient();
await letIn(foreign.seller, foreignClient);
const { id: foreignConsent } = await beginConsent(foreign.seller, foreignClient);
foreignClient.close();
const [foreignGrant] = await stage.sql<{ id: string }[]>`
  select id from oauth_grants where entity_id = ${foreign.wholesaler.id}`;
export const foreignDriver = ok(
  await foreign.seller.post<{ id: string }>('/api/v1/drivers', { name: 'Dana', license_number: 'D1' }),
);
export const foreignVehicle = ok(
  await foreign.seller.post<{ id: string }>('/api/v1/vehicles', { make: 'x', model: 'x', plate: 'FOREIGN' }),
);
const foreignDraft = ok(
  await foreign.seller.post<{ id: string }>('/api/v1/drafts', {
    ...{ retailer_id: foreign.retailer.id, items: [{ product_id: foreign.product.id, quantity: 1 }] },
  }),
);
const foreignCount = ok(
  await foreign.seller.post<{ id: string }>('/api/v1/inventory/counts', {
    location_id: foreign.wholesaler.locationIds[0],
    room_type: 'vault',
  }),
);
const foreignGoods = await received(foreign.seller, foreign.wholesaler, [
  { variant_id: foreign.product.variantId, quantity: 1 },
]);
export const foreignShipped = await placeOrderIn(foreign, 'shipped', 1);
const foreignCredit = ok(
  await foreign.seller.post<{ id: string }>(`/api/v1/invoices/${foreignShipped.invoice?.id}/credits`, {
    discount: 0.01,
    reason: 'FOREIGN',
  }),
);
export const foreignReceipt = ok(await file(foreign, foreignShipped, { rejected: 1, reason_code: 'other' }));
export const foreignRecall = await openRecall(foreign.seller, foreignLot.batch);
const foreignEndpoint = await addEndpoint(foreign.seller);
const foreignDelivery = await sendTest(foreign.seller, foreignEndpoint.id);
const foreignView = ok(
  await foreign.seller.post<{ id: string }>('/api/v1/views', { list: 'orders', name: 'FOREIGN', query: '' }),
);
const foreignSchedule = ok(
  await foreign.seller.post<{ id: string }>('/api/v1/report-schedules', {
    ...{ report: 'sales', query: '', weekday: 'mon', hour: 8 },
    member_ids: [foreign.seller.tokens?.user.id],
  }),
);
const foreignOffer = ok(
  await foreign.seller.post<{ id: string }>('/api/v1/offers', {
    name: 'FOREIGN',
    ends_at: '2099-01-01T00:00:00Z',
    audience: 'all',
    items: [{ variant_id: foreign.product.variantId }],
  }),
);
export const foreignPayment = await paid(foreign, 1, { reference: 'FOREIGN' });
const foreignRemittance = ok(
  await foreign.buyer.post<{ id: string }>(`/api/v1/invoices/${foreignShipped.invoice?.id}/remittances`, {
    ...{ method: 'check', amount: 1, sent_on: '2026-01-05', reference: 'FOREIGN' },
  }),
);
const foreignDispute = ok(
  await foreign.buyer.post<{ id: string }>(`/api/v1/invoices/${foreignShipped.invoice?.id}/disputes`, {
    ...{ reason: 'quantity', lines: [{ item_id: foreignShipped.items[0]?.id, quantity: 0 }] },
  }),
);
const foreignList = ok(await foreign.seller.post<{ id: string }>('/api/v1/price-lists', { name: 'FOREIGN' }));
const foreignMenu = ok(await foreign.seller.post<{ id: string }>('/api/v1/menus', { name: 'FOREIGN' }));
const [foreignRequest] = await stage.sql<{ id: string }[]>`
  insert into order_requests (id, entity_id, menu_id, link_id, status, address, contact_known, lines, prices_shown, token_hash, token_sealed, network, digest,
    confirmed_at, expires_at)
  select gen_random_uuid(), k.entity_id, k.menu_id, k.id, 'waiting', 'x', false, '[{}]', true, 'FOREIGN', 'x', 'x', 'x', now(), now() + interval '1 day'
  from menu_links k where k.menu_id = ${foreignMenu.id} returning id`;
const foreignTax = ok(
  await foreign.seller.post<{ id: string }>('/api/v1/tax-rules', {
    ...{ name: 'FOREIGN', basis: 'percent', rate: 1 },
  }),
);
const [foreignLicense] = await stage.sql<{ id: string }[]>`
  select id from licenses where entity_id = ${foreign.wholesaler.id}`;
const foreignInvitation = ok(
  await foreign.seller.post<{ id: string }>('/api/v1/business-invitations', {
    ...{ email: 'foreign@invited.test', as: 'customer' },
  }),
);
const PLACE = { name: 'x', address: { street: 'x', city: 'x', state: 'CA', zip: '9' } };
const addCustomer = async ({ seller }: typeof own) =>
  ok(
    await seller.post<{ id: string; locations: { id: string }[] }>('/api/v1/customers', {
      ...{ type: 'retailer', name: 'x', license_number: 'FOREIGN-1', address: PLACE.address },
    }),
  );
const [foreignCustomer, ownCustomer] = [await addCustomer(foreign), await addCustomer(own)];
const foreignBooks = ok(
  await foreign.seller.post<{ id: string }>('/api/v1/accounting/exports', {
    ...{ kind: 'customers', format: 'neutral', start_date: '2020-01-01', end_date: '2099-12-31' },
  }),
);
const FOLLOW_UP = { due_on: '2026-12-01', text: 'Call' };
const followUpsOf = (place: string, id: string) => `/api/v1/${place}/${id}/follow-ups`;
const [customersFollowUp, suppliersFollowUp] = [
  ok(await foreign.seller.post<{ id: string }>(followUpsOf('customers', foreignCustomer.id), FOLLOW_UP)),
  ok(await foreign.buyer.post<{ id: string }>(followUpsOf('suppliers', foreign.wholesaler.id), FOLLOW_UP)),
];
const scarce = await createProduct(stage.db, foreign.wholesaler);
await createStock(stage.db, foreign.wholesaler, scarce.variantId, 1);
ok(
  await foreign.buyer.post('/api/v1/orders', {
    wholesaler_id: foreign.wholesaler.id,
    items: [{ product_id: scarce.id, quantity: 2 }],
    shortage: 'backorder',
  }),
);
const [foreignBackorder] = ok(
  await foreign.seller.get<{ data: { id: string }[] }>('/api/v1/backorders'),
).data;
const ownEndpoint = await addEndpoint(own.seller);
export const admins = [
  own.buyer,
  own.seller,
  await stage.signIn(await createMember(stage.db, own.wholesaler, 'admin')),
];

/** A body that the operation would take, so that nothing but the object decides. */
export const BODIES: Record<string, object> = {
  'PATCH /api/v1/api-keys/{id}': { name: 'Mine now' },
  'PATCH /api/v1/customers/{id}': { nickname: 'Mine now' },
  'POST /api/v1/customers/{id}/locations': PLACE,
  'PATCH /api/v1/customers/{id}/locations/{location_id}': { name: 'Mine now' },
  'POST /api/v1/customers/{id}/follow-ups': FOLLOW_UP,
  'PATCH /api/v1/customers/{id}/follow-ups/{follow_up_id}': { text: 'Mine now' },
  'PATCH /api/v1/suppliers/{id}': { internal_notes: 'Mine now' },
  'POST /api/v1/suppliers/{id}/follow-ups': FOLLOW_UP,
  'PATCH /api/v1/suppliers/{id}/follow-ups/{follow_up_id}': { text: 'Mine now' },
  'PATCH /api/v1/entity/licenses/{id}': { type: 'Mine now' },
  'PATCH /api/v1/entity/locations/{id}': { name: 'Mine now' },
  'POST /api/v1/entity/locations/{id}/pos': { provider: 'simulator' },
  'PATCH /api/v1/entity/locations/{id}/pos': { config: { page_size: 1 } },
  'PATCH /api/v1/entity/team/{user_id}': { role: 'viewer' },
  'PATCH /api/v1/lots/{id}': { external_ids: { mine: 'now' } },
  'PATCH /api/v1/credit-notes/{id}': { external_ids: { mine: 'now' } },
  'PATCH /api/v1/returns/{id}': { external_ids: { mine: 'now' } },
  'PATCH /api/v1/inventory/{id}': { quantity_change: 1, reason_code: 'AUDIT' },
  'PATCH /api/v1/inventory/counts/{id}': { status: 'cancelled' },
  'PUT /api/v1/inventory/counts/{id}/lines': { inventory_id: own.stockId, counted: 1 },
  'POST /api/v1/inventory/counts/{id}/entries': {
    entries: [
      { entry_id: ABSENT_ID, inventory_id: own.stockId, counted: 1, counted_at: new Date().toISOString() },
    ],
  },
  'PATCH /api/v1/goods-receipts/{id}': { notes: 'Mine now' },
  'PUT /api/v1/inventory/prices/{variant_id}': { price: 1 },
  'PUT /api/v1/listings/{variant_id}': { sku: 'MINE', wholesale_price: 1 },
  'PATCH /api/v1/products/{id}': { description: 'Mine now.' },
  'POST /api/v1/products/{id}/variants': { name: 'x', sku: 'x', price: 1 },
  'PATCH /api/v1/products/{id}/variants/{variant_id}': { price: 1 },
  'PATCH /api/v1/invoices/{id}': { external_ids: { x: 'MINE' } },
  'POST /api/v1/invoices/{id}/credits': { discount: 1, reason: 'x' },
  'POST /api/v1/invoices/{id}/credits/quote': { discount: 1 },
  'PATCH /api/v1/orders/{id}': { po_number: 'MINE' },
  'POST /api/v1/claims/{id}/merge': { version: 'x' },
  'POST /api/v1/invoices/{id}/dispute': { disputed: true },
  'POST /api/v1/orders/{id}/dispute': { disputed: true },
  'POST /api/v1/orders/{id}/comments': { body: 'x' },
  'POST /api/v1/invoices/{id}/remittances': { method: 'check', amount: 1, sent_on: '2026-01-05' },
  'POST /api/v1/invoices/{id}/disputes': { reason: 'other', lines: [{ item_id: ABSENT_ID }] },
  'POST /api/v1/backorders/{id}/expect': { expected_on: '2030-01-01' },
  'PATCH /api/v1/payments/{id}': { external_ids: { x: 'MINE' } },
  'POST /api/v1/payments/{id}/void': { reason: 'x' },
  'PATCH /api/v1/menus/{id}': { name: 'Mine now' },
  'POST /api/v1/menus/{id}/rotate': {},
  'POST /api/v1/menus/{id}/send': { segment: {}, subject: 'x', message: 'x' },
  'POST /api/v1/order-requests/{id}/accept': { new_customer: true },
  'PATCH /api/v1/offers/{id}': { name: 'Mine now' },
  'PATCH /api/v1/price-lists/{id}': { active: false },
  'PATCH /api/v1/tax-rules/{id}': { rate: 2 },
  'PUT /api/v1/price-lists/{id}/rules': { rules: [] },
  'PATCH /api/v1/report-schedules/{id}': { hour: 9 },
  'PATCH /api/v1/views/{id}': { name: 'Mine now' },
  'PUT /api/v1/carts/{supplier_id}': { lines: [] },
  'PATCH /api/v1/carts/{supplier_id}': { notes: 'Mine now' },
  'PATCH /api/v1/orders/{id}/status': { status: 'cancelled' },
  'POST /api/v1/orders/{id}/cancel': { reason: 'x' },
  'PUT /api/v1/orders/{id}/adjustments': { adjustments: [] },
  'POST /api/v1/orders/{id}/items': { product_id: own.product.id, quantity: 1 },
  'PATCH /api/v1/orders/{id}/items/{item_id}': { quantity: 1 },
  'PUT /api/v1/orders/{id}/items/{item_id}/lots': { lots: [] },
  'POST /api/v1/orders/{id}/receipts': { lines: [{ item_id: ownOrder.items[0]?.id, accepted: 1 }] },
  'PATCH /api/v1/orders/{id}/receipts/{receipt_id}': { notes: 'Mine now' },
  'PATCH /api/v1/drafts/{id}': { notes: 'Mine now' },
  'PATCH /api/v1/drivers/{id}': { phone: null },
  'PATCH /api/v1/vehicles/{id}': { active: false },
  'POST /api/v1/returns/{id}/receive': { location_id: own.wholesaler.locationIds[0] },
  'PATCH /api/v1/batches/{id}': { test_status: 'passed' },
  'POST /api/v1/batches/{id}/hold': { reason: 'x' },
  'POST /api/v1/batches/{id}/recalls': { class: 'I', reason: 'x', instructions: 'x' },
  'POST /api/v1/recalls/{id}/responses': { quarantined: 0, destroyed: 0, returned: 0, already_sold: 0 },
  'POST /api/v1/recalls/{id}/derived': { batches: [ABSENT_ID] },
  'POST /api/v1/recalls/{id}/close': { reason: 'x' },
  'POST /api/v1/recalls/{id}/reminders': { holder_id: ABSENT_ID },
  'POST /api/v1/products/{id}/coa/{coa_id}/withdraw': { reason: 'x' },
  'PATCH /api/v1/imports/{id}': { room_type: 'vault' },
  'PATCH /api/v1/integrations/{id}': { status: 'off' },
  'POST /api/v1/entity/locations/{id}/metrc': { state: 'ca', user_key: 'x' },
  'PATCH /api/v1/entity/locations/{id}/metrc': { status: 'off' },
  'PATCH /api/v1/compliance/jobs/{id}': { note: 'Mine now' },
  'POST /api/v1/compliance/jobs/{id}/skip': { reason: 'x' },
  'POST /api/v1/compliance/jobs/{id}/resolve': { outcome: 'applied' },
  'POST /api/v1/compliance/transfers/{id}/accept': {
    location_id: own.wholesaler.locationIds[0],
    lines: [{ package_tag: 'x', accepted: 1 }],
  },
  'PATCH /api/v1/bank/accounts/{id}': { name: 'Mine now' },
  'PATCH /api/v1/bank/statements/{id}': { mapping: MAPPING },
  'POST /api/v1/bank/lines/{id}/confirm': { payment_ids: [ABSENT_ID] },
  'POST /api/v1/bank/lines/{id}/set-aside': { kind: 'other' },
  'PUT /api/v1/suppliers/{id}/payee': {
    ...{ routing_number: '021000021', account_number: '12345', type: 'checking', name: 'x' },
  },
  'PATCH /api/v1/migrations/{id}': { settings: {} },
  'PATCH /api/v1/webhooks/{id}': { description: 'Mine now' },
  'POST /api/v1/webhooks/{id}/replay': { after: 0 },
  'POST /api/v1/webhooks/{id}/replay-failed': { since: '2026-01-01T00:00:00Z' },
};

/** What each parameter names in another business, and which object of our own stands above it. */
export const FOREIGN: Record<string, Record<string, string>> = {
  sessions: { id: foreignSession?.id ?? '' },
  passkeys: { id: foreignPasskey.id },
  'oauth/grants': { id: foreignGrant?.id ?? '' },
  'oauth/requests': { id: foreignConsent },
  inventory: { id: foreign.stockId },
  'inventory/counts': { id: foreignCount.id },
  'goods-receipts': { id: foreignGoods.id },
  'inventory/sync': { id: foreignRun.id },
  'inventory/transfers': { id: foreignTransfer.id },
  'inventory/prices': { variant_id: foreign.product.variantId },
  'inventory/pos': { id: foreignMapping.id },
  'reports/products': { id: foreign.product.id },
  products: {
    id: foreign.product.id,
    variant_id: foreign.product.variantId,
    coa_id: foreignCoa.id,
    image_id: foreignImage,
  },
  orders: {
    id: foreignOrder.id,
    item_id: foreignOrder.items[0]?.id ?? '',
    receipt_id: foreignReceipt.id,
  },
  drafts: { id: foreignDraft.id },
  drivers: { id: foreignDriver.id },
  vehicles: { id: foreignVehicle.id },
  backorders: { id: foreignBackorder?.id ?? '' },
  invoices: { id: foreignShipped.invoice?.id ?? '' },
  'credit-notes': { id: foreignCredit.id },
  returns: { id: foreignReceipt.return_ids[0] ?? '' },
  customers: {
    id: foreignCustomer.id,
    location_id: foreignCustomer.locations[0]?.id ?? '',
    follow_up_id: customersFollowUp.id,
  },
  suppliers: { id: foreign.wholesaler.id, follow_up_id: suppliersFollowUp.id },
  market: { id: foreign.wholesaler.id, product_id: foreign.product.id },
  partners: { id: foreign.wholesaler.id },
  'entity/licenses': { id: foreignLicense?.id ?? '' },
  'entity/locations': { id: foreign.wholesaler.locationIds[0] },
  'entity/team': { user_id: foreign.seller.tokens?.user.id ?? '' },
  'entity/connections': { id: foreignConnection?.id ?? '' },
  batches: { id: foreignLot.batch },
  'coa-readings': { id: foreignReading.id },
  listings: { variant_id: foreign.product.variantId },
  lots: { id: foreignLot.id },
  recalls: { id: foreignRecall.id },
  imports: { id: foreignImport.id },
  integrations: { id: foreignIntegration },
  'compliance/jobs': { id: foreignJob?.id ?? '' },
  'compliance/transfers': { id: foreignTransferOfState?.id ?? '' },
  'bank/accounts': { id: foreignBank.accountId },
  'bank/statements': { id: foreignBank.statementId },
  'bank/lines': { id: foreignBank.lineId },
  'pay-runs': { id: foreignBank.runId },
  migrations: { id: foreignMigration.id },
  'api-keys': { id: foreignKey.id },
  'assistants/plans': { id: foreignPlan },
  offers: { id: foreignOffer.id },
  payments: { id: foreignPayment.id },
  remittances: { id: foreignRemittance.id },
  menus: { id: foreignMenu.id, link_id: ABSENT_ID, send_id: ABSENT_ID },
  'order-requests': { id: foreignRequest?.id ?? '' },
  disputes: { id: foreignDispute.id },
  'price-lists': { id: foreignList.id },
  'tax-rules': { id: foreignTax.id },
  'accounting/exports': { id: foreignBooks.id, n: '1' },
  'report-schedules': { id: foreignSchedule.id },
  views: { id: foreignView.id },
  'business-invitations': { id: foreignInvitation.id },
  claims: { id: await createClaim(stage, foreign.seller, foreign.wholesaler.id) },
  carts: { supplier_id: foreign.wholesaler.id },
  webhooks: { id: foreignEndpoint.id, delivery_id: foreignDelivery.id },
  'webhooks/deliveries': { id: foreignDelivery.id },
};
export const OWN: Record<string, Record<string, string>> = {
  customers: { id: ownCustomer.id },
  suppliers: { id: own.wholesaler.id },
  products: { id: own.product.id },
  orders: { id: ownOrder.id },
  webhooks: { id: ownEndpoint.id },
};
