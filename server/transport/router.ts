import { apiKeysRouter } from '../features/api-keys/router';
import { assistantsRouter } from '../features/assistants/router';
import { auditRouter } from '../features/audit/router';
import { authRouter } from '../features/auth/router';
import { bankAccountsRouter } from '../features/billing/bank/accounts/router';
import { bankLinesRouter } from '../features/billing/bank/lines/router';
import { bankStatementsRouter } from '../features/billing/bank/statements/router';
import { booksRouter } from '../features/billing/books/router';
import { creditNoteRouter, creditsRouter } from '../features/billing/credits/router';
import { disputesRouter } from '../features/billing/disputes/router';
import { invoicesRouter } from '../features/billing/invoices/router';
import { marginsRouter } from '../features/billing/margins/router';
import { payeesRouter, payRunsRouter } from '../features/billing/pay-runs/router';
import { creditAllocationsRouter, paymentsRouter } from '../features/billing/payments/router';
import { receivablesRouter } from '../features/billing/receivables/router';
import { remittancesRouter } from '../features/billing/remittances/router';
import { customerStatementsRouter, supplierStatementsRouter } from '../features/billing/statements/router';
import { complianceRouter, metrcRouter } from '../features/compliance/router';
import { businessInvitationsRouter } from '../features/entities/business-invitations/router';
import { claimsRouter } from '../features/entities/claims/router';
import { customersRouter } from '../features/entities/customers/router';
import { customerUpsertsRouter } from '../features/entities/customers/upserts/router';
import { entityRouter } from '../features/entities/router';
import { suppliersRouter } from '../features/entities/suppliers/router';
import { migrationsRouter } from '../features/imports/migrations/router';
import { importsRouter } from '../features/imports/router';
import { integrationsRouter } from '../features/integrations/router';
import { countsRouter } from '../features/inventory/counts/router';
import { goodsReceiptsRouter, goodsSuppliersRouter } from '../features/inventory/goods-receipts/router';
import { lotsRouter, traceRouter } from '../features/inventory/lots/router';
import { inventoryRouter } from '../features/inventory/router';
import { coaReadingsRouter, coaRouter } from '../features/lots/coa/router';
import { batchesRouter } from '../features/lots/router';
import { marketRouter } from '../features/market/router';
import { publicMenusRouter } from '../features/menus/public/router';
import { orderRequestsRouter } from '../features/menus/requests/router';
import { menusRouter } from '../features/menus/router';
import { notificationsRouter } from '../features/notifications/router';
import { oauthRouter } from '../features/oauth/router';
import { cartsRouter } from '../features/orders/carts/router';
import { commentsRouter } from '../features/orders/comments/router';
import {
  creditDocumentsRouter,
  documentsRouter,
  draftDocumentsRouter,
  invoiceDocumentsRouter,
} from '../features/orders/documents/router';
import {
  customerStatementDocumentsRouter,
  supplierStatementDocumentsRouter,
} from '../features/orders/documents/statement-router';
import { draftsRouter } from '../features/orders/drafts/router';
import { driversRouter, vehiclesRouter } from '../features/orders/fleet/router';
import { manifestRouter } from '../features/orders/flow/manifest/router';
import { adjustmentsRouter } from '../features/orders/lines/adjustments/router';
import { orderLotsRouter } from '../features/orders/lines/lots/router';
import { linesRouter } from '../features/orders/lines/router';
import { backordersRouter } from '../features/orders/placing/backorders/router';
import { quoteRouter } from '../features/orders/placing/quote/router';
import { receiptsRouter, returnsRouter } from '../features/orders/receipts/router';
import { ordersRouter } from '../features/orders/router';
import { overviewRouter } from '../features/overview/router';
import { posRouter, syncRouter } from '../features/pos/router';
import { priceListsRouter } from '../features/pricing/lists/router';
import { offersRouter } from '../features/pricing/offers/router';
import { taxPresetsRouter, taxRulesRouter } from '../features/pricing/taxes/router';
import { imagesRouter } from '../features/products/images/router';
import { listingsRouter } from '../features/products/listings/router';
import { productsRouter } from '../features/products/router';
import { productUpsertsRouter, variantUpsertsRouter } from '../features/products/upserts/router';
import { variantsRouter } from '../features/products/variants/router';
import { recallsRouter } from '../features/recalls/router';
import { reportsRouter } from '../features/reports/router';
import { schedulesRouter } from '../features/reports/schedules/router';
import { searchRouter } from '../features/search/router';
import { ssoRouter } from '../features/sso/router';
import { erasureRouter } from '../features/tenants/erasure/router';
import { exportRouter } from '../features/tenants/export/router';
import { usageRouter } from '../features/usage/router';
import { viewsRouter } from '../features/views/router';
import { eventsRouter, webhooksRouter } from '../features/webhooks/router';
import { router, t } from '../operation/init';

export const appRouter = router({
  apiKeys: apiKeysRouter,
  assistants: assistantsRouter,
  audit: auditRouter,
  bank: router({ accounts: bankAccountsRouter, statements: bankStatementsRouter, lines: bankLinesRouter }),
  auth: authRouter,
  batches: t.mergeRouters(batchesRouter, traceRouter),
  businessInvitations: businessInvitationsRouter,
  carts: cartsRouter,
  claims: claimsRouter,
  coaReadings: coaReadingsRouter,
  creditNotes: t.mergeRouters(creditNoteRouter, creditAllocationsRouter, creditDocumentsRouter),
  customers: t.mergeRouters(
    customersRouter,
    customerUpsertsRouter,
    customerStatementsRouter,
    customerStatementDocumentsRouter,
  ),
  dataErasure: erasureRouter,
  dataExport: exportRouter,
  drafts: t.mergeRouters(draftsRouter, draftDocumentsRouter),
  drivers: driversRouter,
  entity: entityRouter,
  events: eventsRouter,
  goodsReceipts: goodsReceiptsRouter,
  goodsSuppliers: goodsSuppliersRouter,
  imports: importsRouter,
  integrations: integrationsRouter,
  metrc: metrcRouter,
  compliance: complianceRouter,
  // The paths of POS operations begin with `inventory`, as the specification publishes them.
  inventory: t.mergeRouters(
    inventoryRouter,
    router({ counts: countsRouter, pos: posRouter, sync: syncRouter }),
  ),
  migrations: migrationsRouter,
  invoices: t.mergeRouters(invoicesRouter, creditsRouter, invoiceDocumentsRouter),
  listings: listingsRouter,
  lots: lotsRouter,
  market: marketRouter,
  menus: menusRouter,
  notifications: notificationsRouter,
  oauth: oauthRouter,
  orderRequests: orderRequestsRouter,
  orders: t.mergeRouters(
    ordersRouter,
    linesRouter,
    adjustmentsRouter,
    quoteRouter,
    orderLotsRouter,
    receiptsRouter,
    manifestRouter,
    documentsRouter,
    commentsRouter,
  ),
  overview: overviewRouter,
  offers: offersRouter,
  payments: paymentsRouter,
  payRuns: payRunsRouter,
  remittances: remittancesRouter,
  disputes: disputesRouter,
  books: booksRouter,
  margins: marginsRouter,
  priceLists: priceListsRouter,
  receivables: receivablesRouter,
  variants: t.mergeRouters(variantsRouter, variantUpsertsRouter),
  products: t.mergeRouters(
    productsRouter,
    productUpsertsRouter,
    router({ coa: coaRouter, images: imagesRouter }),
  ),
  reportSchedules: schedulesRouter,
  reports: reportsRouter,
  publicMenus: publicMenusRouter,
  recalls: recallsRouter,
  returns: returnsRouter,
  backorders: backordersRouter,
  search: searchRouter,
  sso: ssoRouter,
  suppliers: t.mergeRouters(
    suppliersRouter,
    payeesRouter,
    supplierStatementsRouter,
    supplierStatementDocumentsRouter,
  ),
  taxPresets: taxPresetsRouter,
  taxRules: taxRulesRouter,
  usage: usageRouter,
  vehicles: vehiclesRouter,
  views: viewsRouter,
  webhooks: webhooksRouter,
});

export type AppRouter = typeof appRouter;
