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

test('WEB_CONCURRENCY: shares the port, replaces a killed process, and ends all on SIGTERM', {
  timeout: 180_000,
}, async () => {
  const { pid } = server.child;
  // The start line comes once all of them serve.
  await eventually(
    () => server.stdout,
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
