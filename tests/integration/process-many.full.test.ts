import { execFileSync } from 'node:child_process';
import { afterAll, expect, test } from 'vitest';
import { openTrade } from '../factories/trade';
import { addEndpoint } from '../factories/webhook';
import { ok, signIn } from '../setup/client';
import { openTestDatabase } from '../setup/database';
import { eventually } from '../setup/eventually';
import { expectStockAddsUp } from '../setup/invariants';
import { openReceiver } from '../setup/receiver';
import { startServer } from '../setup/server';

const WEBS = 3;
/** Beside it, the log has what it rejects. */
const STARTED = /^Tallyleaf /;

const database = await openTestDatabase();
const server = await startServer(database.url, {
  WEB_CONCURRENCY: String(WEBS),
  WEBHOOK_ALLOW_LOOPBACK: '1',
});
const receiver = await openReceiver();
afterAll(async () => {
  await server.stop();
  await receiver.close();
  await database.close();
});

function childrenOf(pid: number | undefined): number[] {
  return execFileSync('ps', ['-A', '-o', 'pid=,ppid=,comm='], { encoding: 'utf8' })
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(([, parent, command]) => Number(parent) === pid && command !== 'ps')
    .map(([child]) => Number(child));
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

test("rejects an ended session and applies a member's new rights from the next call on, in every process", {
  timeout: 120_000,
}, async () => {
  const trade = await openTrade({ ...database, signIn: (user) => signIn(server.url, user) });
  const { seller } = trade;
  const caller = seller.unpooled();
  const calls = (count: number) =>
    Promise.all(Array.from({ length: count }, () => caller.get('/api/v1/inventory')));
  const statuses = async (count: number) => new Set((await calls(count)).map(({ status }) => status));
  const userId = seller.tokens?.user.id ?? '';
  for (const [change, status] of [
    [database.sql`update users set team_role = 'viewer' where id = ${userId}`, 200],
    [database.sql`update sessions set ended_at = now() where user_id = ${userId}`, 401],
  ] as const) {
    // Calls are under way in each process while the session changes.
    const before = Array.from({ length: 4 }, () => calls(20));
    await change;
    expect(await statuses(40)).toEqual(new Set([status]));
    const write = await caller.patch(`/api/v1/inventory/${trade.stockId}`, {
      quantity_change: 1,
      reason_code: 'AUDIT',
    });
    expect(write.status).toBe(status === 200 ? 403 : 401);
    await Promise.all(before);
  }
});

test('WEB_CONCURRENCY: shares the port, replaces a killed process, and ends all on SIGTERM', {
  timeout: 180_000,
}, async () => {
  const { pid } = server.child;
  // The start line comes once all of them serve.
  await eventually(
    () => server.stdout.filter((line) => STARTED.test(line)),
    (lines) => expect(lines).toHaveLength(1),
    { patienceMs: 50_000 },
  );
  const webs = childrenOf(pid);
  expect(webs).toHaveLength(WEBS);
  const trade = await openTrade({ ...database, signIn: (user) => signIn(server.url, user) });
  await addEndpoint(trade.seller, { url: receiver.url });
  const seller = trade.seller.unpooled();
  const adjust = async () =>
    ok(
      await seller.patch(`/api/v1/inventory/${trade.stockId}`, { quantity_change: 1, reason_code: 'AUDIT' }),
    );

  // A connection for each request: the processes take them in turn, with a token that one of them gave.
  await Promise.all(Array.from({ length: 30 }, adjust));

  const [victim = 0] = webs;
  process.kill(victim, 'SIGKILL');
  await eventually(
    () => childrenOf(pid),
    (now) => {
      expect(now).toHaveLength(WEBS);
      expect(now).not.toContain(victim);
    },
  );
  await Promise.all(Array.from({ length: 30 }, adjust));
  await receiver.waitFor(() => receiver.requests.length === 60);

  const last = childrenOf(pid);
  server.child.kill('SIGTERM');
  expect(await server.exited).toEqual({ code: 0, signal: null });
  expect(last.filter(isRunning)).toEqual([]);
  expect(server.takeFaults()).toEqual([]);
  await expectStockAddsUp(database.sql);
});
