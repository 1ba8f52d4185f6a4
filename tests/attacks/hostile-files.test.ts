import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, expect, test } from 'vitest';
import { createBusiness, createMember } from '../factories/business';
import { HOSTILE_CSVS } from '../factories/hostile-csv';
import { settled, uploadCsv } from '../factories/imports';
import { Client, ok, signIn } from '../setup/client';
import { openTestDatabase } from '../setup/database';
import { FAULT } from '../setup/faults';
import { type ServerProcess, startServer } from '../setup/server';

const database = await openTestDatabase();
const { db, sql } = database;
const folder = await mkdtemp(join(tmpdir(), 'tallyleaf-hostile-'));
let server: ServerProcess;
const start = async () => {
  server = await startServer(database.url, { DATA_DIR: folder });
};
await start();
afterEach(() => expect(server.takeFaults().filter((line) => FAULT.test(line))).toEqual([]));
afterAll(async () => {
  await server.stop();
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

/** Any other request is served within this meanwhile; on an idle machine within a tenth. */
const SERVED_MS = 1_000;
const SETTLED_MS = 120_000;

async function ownerOf(): Promise<Client> {
  const business = await createBusiness(db, 'wholesaler');
  return signIn(server.url, await createMember(db, business, 'owner'));
}

/** The slowest of the requests that are served during the work. */
async function slowestDuring(work: Promise<unknown>): Promise<number> {
  let [slowest, done] = [0, false];
  const ended = work.finally(() => {
    done = true;
  });
  while (!done) {
    const began = performance.now();
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
    slowest = Math.max(slowest, performance.now() - began);
    await delay(20);
  }
  await ended;
  return slowest;
}

test.each(Object.entries(HOSTILE_CSVS))('checks %s while others are served', async (_, { kind, make }) => {
  const client = (await ownerOf()).unpooled();
  const content = make();
  const work = uploadCsv(client, kind, content).then(async (sent) => {
    if (sent.status === 400) return;
    expect(sent.status, sent.text).toBe(201);
    expect(['ready', 'failed', 'mapping']).toContain(
      (await settled(client, sent.body.id, SETTLED_MS)).status,
    );
  });
  expect(await slowestDuring(work)).toBeLessThan(SERVED_MS);
});

/** Each line takes a little, so that there is a middle. */
const SLOWED = `
  create function slowly() returns trigger language plpgsql as $$ begin perform pg_sleep(0.002); return new; end $$;
  create trigger slowed before insert on import_lines for each row execute function slowly();`;
const lines = (count: number) => Array.from({ length: count }, (_, n) => `SKU-${n},1`).join('\n');

async function untilBegun(id: string): Promise<void> {
  await expect
    .poll(
      async () =>
        (
          await sql<{ held: boolean }[]>`
        select lease_token is not null and processed > 0 as held from imports where id = ${id}`
        )[0]?.held,
      { timeout: 60_000, interval: 50 },
    )
    .toBe(true);
}

test('goes on with a check after SIGTERM in its middle, and stops within seconds', async () => {
  await sql.unsafe(SLOWED);
  const client = await ownerOf();
  const { id } = ok(await uploadCsv(client, 'count', `sku,counted\n${lines(5_000)}\n`));
  await untilBegun(id);
  const began = Date.now();
  await server.stop();
  expect(Date.now() - began).toBeLessThan(10_000);
  expect((await server.exited).code).toBe(0);
  await start();
  const ended = await settled(new Client(server.url, client.tokens), id, SETTLED_MS);
  expect(ended).toMatchObject({ status: 'ready', processed: 5_000 });
  const [row] = await sql`select takeovers from imports where id = ${id}`;
  expect(row?.takeovers).toBe(0);
  await sql.unsafe('drop trigger slowed on import_lines; drop function slowly()');
});

test('fails a check that two processes died of, and begins it again when asked', async () => {
  await sql.unsafe(SLOWED);
  const client = await ownerOf();
  const { id, mapping } = ok(await uploadCsv(client, 'count', `sku,counted\n${lines(20_000)}\n`));
  for (let deaths = 0; deaths < 2; deaths++) {
    await untilBegun(id);
    server.child.kill('SIGKILL');
    await server.exited;
    await sql`update imports set processed = 0 where id = ${id}`;
    await start();
  }
  await sql.unsafe('drop trigger slowed on import_lines; drop function slowly()');
  const again = new Client(server.url, client.tokens);
  const failed = await settled(again, id, SETTLED_MS);
  expect(failed).toMatchObject({ status: 'failed', error: { line: null, code: 'interrupted' } });
  ok(await again.patch(`/api/v1/imports/${id}`, { mapping }));
  expect(await settled(again, id, SETTLED_MS)).toMatchObject({ status: 'ready', processed: 20_000 });
});
