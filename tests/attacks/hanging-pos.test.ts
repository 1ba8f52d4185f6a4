import type { ServerResponse } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { createBusiness, createMember } from '../factories/business';
import { connectHttp, connectPos, type RunBody } from '../factories/pos';
import { type Client, ok } from '../setup/client';
import { eventually } from '../setup/eventually';
import { openMailServer } from '../setup/mail';
import { openReceiver } from '../setup/receiver';
import { openOwnStage } from '../setup/stage';

const SYSTEMS = 12;
const WITHIN_MS = 5_000;

const mail = await openMailServer();
const stage = await openOwnStage({ ...mail.env, WEBHOOK_ALLOW_LOOPBACK: '1' });

interface HangingPos {
  /** Responds to waiting and later requests like a POS that rejects the credentials. */
  release(): void;
}

async function openHangingPos(): Promise<HangingPos & { url: string }> {
  const waiting = new Set<ServerResponse>();
  const pos = await openReceiver();
  pos.answer((_request, response) => {
    waiting.add(response);
    response.once('close', () => waiting.delete(response));
  });
  const reject = (response: ServerResponse) => response.writeHead(401).end();
  const release = () => {
    pos.answer((_request, response) => reject(response));
    for (const response of waiting) reject(response);
  };
  onTestFinished(async () => {
    release();
    await pos.close();
  });
  return { url: pos.url, release };
}

const ask = async (client: Client, location_id: string) =>
  ok(await client.post<RunBody>('/api/v1/inventory/sync', { location_id, sync_type: 'full' }));

async function statusesOf(entityId: string): Promise<Record<string, number>> {
  const rows = await stage.sql<{ status: string; runs: number }[]>`
    select status, count(*)::int as runs from sync_runs where entity_id = ${entityId} group by status`;
  return Object.fromEntries(rows.map(({ status, runs }) => [status, runs]));
}

/** A business that syncs with POS systems that all accept requests and never respond. */
async function attack(systems: number) {
  const pos = await openHangingPos();
  const attacker = await createBusiness(stage.db, 'retailer', { locationCount: systems });
  const client = await stage.signIn(await createMember(stage.db, attacker, 'owner'));
  for (const locationId of attacker.locationIds) await connectHttp(client, locationId, { url: pos.url });
  const runs = await Promise.all(attacker.locationIds.map((locationId) => ask(client, locationId)));
  await eventually(
    () => statusesOf(attacker.id),
    (statuses) => expect(statuses).toEqual({ running: 2, queued: systems - 2 }),
  );
  return { attacker, client, pos, runs };
}

test('starts another tenant’s mail and sync within five seconds while twelve POS systems of one tenant hang', async () => {
  const { attacker } = await attack(SYSTEMS);
  const other = await createBusiness(stage.db, 'retailer');
  await connectPos(stage.db, other);
  const client = await stage.signIn(await createMember(stage.db, other, 'owner'));

  const mailed = Date.now();
  ok(await client.post('/api/v1/entity/team/invite', { email: 'waiting@invited.test', role: 'viewer' }));
  await mail.waitFor('waiting@invited.test');
  expect(Date.now() - mailed).toBeLessThan(WITHIN_MS);

  const asked = Date.now();
  await ask(client, other.locationIds[0]);
  await eventually(
    () => statusesOf(other.id),
    (statuses) => expect(statuses.queued).toBeUndefined(),
  );
  expect(Date.now() - asked).toBeLessThan(WITHIN_MS);
  expect(await statusesOf(attacker.id)).toEqual({ running: 2, queued: SYSTEMS - 2 });
});

test('keeps a tenant’s third sync queued until one of its two ends', async () => {
  const { attacker, client, pos, runs } = await attack(5);
  const third = runs.map(({ id }) => client.get<RunBody>(`/api/v1/inventory/sync/${id}`));
  const shown = (await Promise.all(third)).map(({ body }) => body.status).sort();
  expect(shown).toEqual(['queued', 'queued', 'queued', 'running', 'running']);

  let most = 0;
  pos.release();
  await eventually(
    async () => {
      const statuses = await statusesOf(attacker.id);
      most = Math.max(most, statuses.running ?? 0);
      return statuses;
    },
    (statuses) => expect(statuses).toEqual({ failed: 5 }),
    { everyMs: 20 },
  );
  expect(most).toBeLessThanOrEqual(2);
});
