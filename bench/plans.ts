import { open, stat } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import type postgres from 'postgres';

/** Tables that grow with a business: no request may read one of them from end to end. */
const BIG = new Set([
  'inventory_items',
  'inventory_movements',
  'inventory_lots',
  'stock_levels',
  'orders',
  'order_items',
  'order_history',
  'order_allocations',
  'products',
  'product_variants',
  'batches',
  'lots',
  'audit_log',
  'events',
  'search_texts',
  'search_words',
]);
/** Rows above which reading a table from end to end, or sorting, is a fault: more than any page has. */
const FEW = 1_000;

/** Settings under which PostgreSQL logs the plan of each statement that it runs. */
export const PLAN_SETTINGS = {
  shared_preload_libraries: 'auto_explain',
  'auto_explain.log_analyze': 'on',
  'auto_explain.log_timing': 'off',
  'auto_explain.log_format': 'json',
  'auto_explain.log_parameter_max_length': '0',
};

/** A node of a plan, as EXPLAIN (FORMAT JSON, ANALYZE) names its fields. */
interface Node {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Subplan Name'?: string;
  'CTE Name'?: string;
  'Sort Key'?: string[];
  'Actual Rows'?: number;
  'Actual Loops'?: number;
  'Rows Removed by Filter'?: number;
  'Full-sort Groups'?: { 'Group Count': number };
  'Pre-sorted Groups'?: { 'Group Count': number };
  Plans?: Node[];
}

export interface Plan {
  text: string;
  root: Node;
}

/** Has PostgreSQL log the plan of every statement until the work is done. */
export async function withPlans(
  sql: postgres.Sql,
  logFile: string,
  work: (plansOf: (run: () => Promise<unknown>) => Promise<Plan[]>) => Promise<void>,
): Promise<void> {
  await logPlans(sql, '0');
  try {
    await work(async (run) => {
      const { size } = await stat(logFile);
      await run();
      return readPlans(logFile, size);
    });
  } finally {
    await logPlans(sql, '-1');
  }
}

async function logPlans(sql: postgres.Sql, duration: string): Promise<void> {
  await sql.unsafe(`alter system set auto_explain.log_min_duration = '${duration}'`);
  await sql`select pg_reload_conf()`;
  await delay(300);
}

/** Reads the plans that a log has from an offset on, without those that touch no big table. */
async function readPlans(logFile: string, from: number): Promise<Plan[]> {
  const file = await open(logFile);
  try {
    const { size } = await file.stat();
    const { buffer } = await file.read(Buffer.alloc(size - from), 0, size - from, from);
    // Continuation lines begin with a tab.
    const entries = buffer.toString().matchAll(/duration: [\d.]+ ms {2}plan:\n((?:\t.*\n?)+)/g);
    const plans = [...entries].map(([, json = '']) => {
      const { 'Query Text': text, Plan: root } = JSON.parse(json) as { 'Query Text': string; Plan: Node };
      return { text, root };
    });
    return plans.filter(({ root }) => nodesOf(root).some((node) => isBig(node)));
  } finally {
    await file.close();
  }
}

function nodesOf(node: Node): Node[] {
  return [node, ...(node.Plans ?? []).flatMap(nodesOf)];
}

const isBig = (node: Node) => BIG.has(node['Relation Name'] ?? '');

/** Rows that a node returned in all. */
const rowsOf = (node: Node) => (node['Actual Rows'] ?? 0) * (node['Actual Loops'] ?? 1);

/** Lists what a large business must not wait for: big tables read from end to end, and sorts of more than a page. */
export function faultsOf({ root }: Plan): string[] {
  return nodesOf(root).flatMap((node) => {
    const read = rowsOf(node) + (node['Rows Removed by Filter'] ?? 0) * (node['Actual Loops'] ?? 1);
    if (node['Node Type'] === 'Seq Scan' && isBig(node) && read > FEW) {
      return [`reads all ${Math.round(read)} rows of ${node['Relation Name']}`];
    }
    const sorted = sortedRows(node);
    return sorted > FEW ? [`sorts ${Math.round(sorted)} rows by ${node['Sort Key']?.join(', ')}`] : [];
  });
}

/** Rows that a node sorts at once. */
function sortedRows(node: Node): number {
  const input = (node.Plans ?? []).reduce((sum, child) => sum + (child['Actual Rows'] ?? 0), 0);
  if (node['Node Type'] === 'Sort') return input;
  if (node['Node Type'] !== 'Incremental Sort') return 0;
  const groups =
    (node['Full-sort Groups']?.['Group Count'] ?? 0) + (node['Pre-sorted Groups']?.['Group Count'] ?? 0);
  return input / Math.max(1, groups);
}

/** Draws a plan as a tree of nodes with their tables, indexes and sort keys: what stays the same from run to run. */
export function drawPlan(node: Node, depth = 0): string {
  const parts = [
    node['Subplan Name'] && `(${node['Subplan Name']})`,
    node['Node Type'],
    node['Index Name'] && `using ${node['Index Name']}`,
    node['Relation Name'] && `on ${node['Relation Name']}`,
    node['CTE Name'] && `on ${node['CTE Name']}`,
    node['Sort Key'] && `by ${node['Sort Key'].join(', ')}`,
  ];
  const line = `${'  '.repeat(depth)}${parts.filter(Boolean).join(' ')}`.replaceAll(/'[^']{24,}'/g, "'…'");
  return [line, ...(node.Plans ?? []).map((child) => drawPlan(child, depth + 1))].join('\n');
}
