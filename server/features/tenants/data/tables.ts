import { getTableColumns, getTableName, is } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import * as auditLog from '../../../platform/audit-log/tables';
import * as backup from '../../../platform/backup/tables';
import { type Kept, keptOf, type Marks, marksOf } from '../../../platform/db/marks';
import * as db from '../../../platform/db/tables';
import * as idempotency from '../../../platform/idempotency/tables';
import * as jobs from '../../../platform/jobs/tables';
import * as outbox from '../../../platform/outbox/tables';
import * as rateLimit from '../../../platform/rate-limit/tables';
import * as secrets from '../../../platform/secrets/tables';
import * as storage from '../../../platform/storage/tables';
import * as apiKeys from '../../api-keys/tables';
import * as assistants from '../../assistants/tables';
import * as authPasskeys from '../../auth/passkeys/tables';
import * as auth from '../../auth/tables';
import * as billingBank from '../../billing/bank/tables';
import * as billingBooks from '../../billing/books/tables';
import * as billingCredits from '../../billing/credits/tables';
import * as billingDisputes from '../../billing/disputes/tables';
import * as billingInvoices from '../../billing/invoices/tables';
import * as billingPayRuns from '../../billing/pay-runs/tables';
import * as billingPayments from '../../billing/payments/tables';
import * as billingRemittances from '../../billing/remittances/tables';
import * as compliance from '../../compliance/tables';
import * as entitiesBusinessInvitations from '../../entities/business-invitations/tables';
import * as entitiesClaims from '../../entities/claims/tables';
import * as entitiesCustomers from '../../entities/customers/tables';
import * as entitiesExternalIds from '../../entities/external-ids/tables';
import * as entitiesFollowUps from '../../entities/follow-ups/tables';
import * as entitiesLicenses from '../../entities/licenses/tables';
import * as entitiesLogo from '../../entities/logo/tables';
import * as entitiesSetup from '../../entities/setup/tables';
import * as entitiesSignUp from '../../entities/sign-up/tables';
import * as entitiesSuppliers from '../../entities/suppliers/tables';
import * as entities from '../../entities/tables';
import * as entitiesTeam from '../../entities/team/tables';
import * as importsMigrations from '../../imports/migrations/tables';
import * as imports from '../../imports/tables';
import * as integrations from '../../integrations/tables';
import * as inventoryCounts from '../../inventory/counts/tables';
import * as inventoryGoodsReceipts from '../../inventory/goods-receipts/tables';
import * as inventorySales from '../../inventory/sales/tables';
import * as inventorySeals from '../../inventory/seals/tables';
import * as inventory from '../../inventory/tables';
import * as inventoryTotals from '../../inventory/totals/tables';
import * as inventoryWanted from '../../inventory/wanted/tables';
import * as lotsCoa from '../../lots/coa/tables';
import * as lots from '../../lots/tables';
import * as menusRequests from '../../menus/requests/tables';
import * as menusSending from '../../menus/sending/tables';
import * as menus from '../../menus/tables';
import * as notifications from '../../notifications/tables';
import * as oauth from '../../oauth/tables';
import * as ordersBackorders from '../../orders/backorders/tables';
import * as ordersCarts from '../../orders/carts/tables';
import * as ordersComments from '../../orders/comments/tables';
import * as ordersDocuments from '../../orders/documents/tables';
import * as ordersDrafts from '../../orders/drafts/tables';
import * as ordersFiguresSales from '../../orders/figures/sales/tables';
import * as ordersFigures from '../../orders/figures/tables';
import * as ordersFleet from '../../orders/fleet/tables';
import * as ordersParts from '../../orders/parts/tables';
import * as ordersReceipts from '../../orders/receipts/tables';
import * as orders from '../../orders/tables';
import * as pos from '../../pos/tables';
import * as pricingLists from '../../pricing/lists/tables';
import * as pricingOffers from '../../pricing/offers/tables';
import * as pricingTaxes from '../../pricing/taxes/tables';
import * as products from '../../products/tables';
import * as recalls from '../../recalls/tables';
import * as reportsSchedules from '../../reports/schedules/tables';
import * as search from '../../search/tables';
import * as sso from '../../sso/tables';
import * as usage from '../../usage/tables';
import * as views from '../../views/tables';
import * as webhooks from '../../webhooks/tables';
import * as tenants from '../tables';

/** Where the data of businesses and people lies: a test compares it with the schema, so that no table stays away. */
const MODULES: readonly object[] = [
  apiKeys,
  assistants,
  authPasskeys,
  auth,
  billingBank,
  billingBooks,
  billingCredits,
  billingDisputes,
  billingInvoices,
  billingPayRuns,
  billingPayments,
  billingRemittances,
  entitiesBusinessInvitations,
  entitiesClaims,
  entitiesCustomers,
  entitiesExternalIds,
  entitiesFollowUps,
  entitiesLicenses,
  entitiesLogo,
  entitiesSetup,
  entitiesSignUp,
  entitiesSuppliers,
  entities,
  entitiesTeam,
  compliance,
  importsMigrations,
  imports,
  integrations,
  inventoryCounts,
  inventoryGoodsReceipts,
  inventorySales,
  inventorySeals,
  inventory,
  inventoryTotals,
  inventoryWanted,
  lotsCoa,
  lots,
  menusRequests,
  menusSending,
  menus,
  notifications,
  oauth,
  sso,
  ordersBackorders,
  ordersCarts,
  ordersComments,
  ordersDocuments,
  ordersDrafts,
  ordersFiguresSales,
  ordersFigures,
  ordersFleet,
  ordersParts,
  ordersReceipts,
  orders,
  pos,
  pricingLists,
  pricingOffers,
  pricingTaxes,
  products,
  recalls,
  reportsSchedules,
  search,
  tenants,
  usage,
  views,
  webhooks,
  auditLog,
  backup,
  db,
  idempotency,
  jobs,
  outbox,
  rateLimit,
  secrets,
  storage,
];

export interface TableData extends Kept {
  /** By the names that PostgreSQL has. */
  columns: Readonly<Record<string, Marks>>;
}

export const PG_TABLES: readonly PgTable[] = MODULES.flatMap((module) => Object.values(module)).filter(
  (value): value is PgTable => is(value, PgTable),
);

/** What each table declares of its rows and columns. @throws Error for a table that declares nothing */
export const TABLES: Readonly<Record<string, TableData>> = Object.fromEntries(
  PG_TABLES.map((table): [string, TableData] => {
    const kept = keptOf(table);
    if (!kept) throw new Error(`${getTableName(table)} doesn't say why its rows are kept`);
    const columns = Object.values(getTableColumns(table)).map((column) => [column.name, marksOf(column)]);
    return [getTableName(table), { ...kept, columns: Object.fromEntries(columns) }];
  }).sort(([one], [other]) => (one < other ? -1 : 1)),
);

/** The columns of a table that hold personal values, or what no export has. */
export const marked = ({ columns }: TableData, holds: 'personal' | 'withheld'): string[] =>
  Object.keys(columns).filter((name) => columns[name]?.holds === holds);

/** The columns of a table that are one party's, with the column that names it. */
export const sided = ({ columns }: TableData): { column: string; side: string }[] =>
  Object.entries(columns).flatMap(([column, { side }]) => (side ? [{ column, side }] : []));

/** The names of personal columns, of whatever table: records of changes and events have them as keys. */
export const PERSONAL_COLUMNS = [
  ...new Set(Object.values(TABLES).flatMap((table) => marked(table, 'personal'))),
];
