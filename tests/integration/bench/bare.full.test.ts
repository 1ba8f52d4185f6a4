import { spawn } from 'node:child_process';
import { once } from 'node:events';
import postgres from 'postgres';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { getItem, getOrder, listItems, listOrders } from '../../../bench/bare-reads';
import { signIn } from '../../../bench/bare-sign-in';
import { adjustItem, placeOrder } from '../../../bench/bare-writes';
import { type DataSet, insertData } from '../../../bench/data';
import { openTestDatabase, type TestDatabase } from '../../setup/database';
import { IS_FULL } from '../../setup/full';

let database: TestDatabase;
let sql: postgres.Sql;
let data: DataSet;
let sent: string[] = [];

beforeAll(async () => {
  database = await openTestDatabase();
  sql = postgres(database.url, { max: 1, onnotice: () => {}, debug: (_, text) => void sent.push(text) });
  data = await insertData(sql, 'a secret of the benchmark, of 32 characters');
}, 60_000);

afterAll(async () => {
  await sql.end();
  await database.close();
});

const PAGE = { page: 1, limit: 50 };
const from = { address: '127.0.0.1' };

/** Statements that the benchmark compares ours with: a change here changes the meaning of every ratio before it. */
const CALLS: Array<[string, number, () => Promise<object>]> = [
  ['list of 50', 2, () => listItems(sql, data.wholesaler.entityId, PAGE)],
  ['one item', 1, () => getItem(sql, data.wholesaler.entityId, data.itemIds[0] as string)],
  ['50 orders', 3, () => listOrders(sql, data.wholesaler.entityId, PAGE)],
  ['one order', 2, () => getOrder(sql, data.wholesaler.entityId, data.orderIds[0] as string)],
  [
    'adjustment',
    6,
    () =>
      adjustItem(sql, { ...data.wholesaler, ...from }, data.itemIds[0] as string, {
        quantity_change: 1,
        reason_code: 'ADJUSTMENT',
      }),
  ],
  [
    'order of three lines',
    13,
    () =>
      placeOrder(
        sql,
        { ...data.retailer, ...from },
        {
          wholesaler_id: data.wholesaler.entityId,
          items: data.productIds.slice(0, 3).map((product_id) => ({ product_id, quantity: 1 })),
        },
      ),
  ],
  [
    'sign-in',
    5,
    () => signIn(sql, data.signIns[0] as DataSet['signIns'][number], { ...from, userAgent: null }),
  ],
];

it.each(CALLS)('the bare server makes %s with %i statements', async (_, statements, call) => {
  // The driver asks for the types of arrays once.
  await call();
  sent = [];
  await call();
  expect(sent).toHaveLength(statements);
});

it.runIf(IS_FULL)(
  'the bare server started alone serves its own data, and ends with a signal',
  async () => {
    const child = spawn(process.execPath, ['--import', 'tsx', 'bench/bare.ts'], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const exited = once(child, 'exit');
    const [line] = (await once(child.stdout.setEncoding('utf8'), 'data')) as [string];
    const url = /http:\S+/.exec(line)?.[0] as string;
    const answer = await fetch(url);
    expect([answer.status, ((await answer.json()) as { data: object[] }).data.length]).toEqual([200, 50]);
    child.kill('SIGTERM');
    expect(await exited).toEqual([0, null]);
  },
  120_000,
);
