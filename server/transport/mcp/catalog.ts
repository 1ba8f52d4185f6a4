import { planGoodsReceipt, planRequest } from './plans/arrivals';
import { planOrder, planOrderStep } from './plans/orders';
import type { Planner } from './plans/plan';
import { planPrices } from './plans/prices';
import { planAdjustment, planHold, planTransfer } from './plans/stock';
import type { Tool } from './tool';
import { listGoodsReceipts, listMenus, listRequests } from './tools/arrivals';
import { listExpiring, traceABatch } from './tools/batches';
import { getBusiness, getTotals } from './tools/business';
import { searchCatalog } from './tools/catalog';
import { listCustomers, listInvoices, listReceivables } from './tools/money';
import { getOrder, listOrders } from './tools/orders';
import { listProblems } from './tools/problems';
import { explainStock, getStock } from './tools/stock';

const named = <T extends { name: string }>(all: readonly T[]): ReadonlyMap<string, T> =>
  new Map(all.map((one) => [one.name, one]));

/** What assistants read. */
export const READERS = named<Tool>([
  getBusiness,
  searchCatalog,
  getStock,
  explainStock,
  listOrders,
  getOrder,
  traceABatch,
  listExpiring,
  listProblems,
  getTotals,
  listInvoices,
  listCustomers,
  listReceivables,
  listGoodsReceipts,
  listMenus,
  listRequests,
]);

/** What they plan. Recalls, deletions, team, keys, credentials and payments are not among it. */
export const PLANNERS = named<Planner>([
  planOrder,
  planOrderStep,
  planAdjustment,
  planTransfer,
  planHold,
  planPrices,
  planGoodsReceipt,
  planRequest,
]);

export const RUN_PLAN = 'run_plan';

/** The scope that a call of a tool takes; null for a name that no tool has. */
export const scopeOf = (name: string) =>
  READERS.has(name) ? 'mcp:read' : PLANNERS.has(name) || name === RUN_PLAN ? 'mcp:write' : null;
