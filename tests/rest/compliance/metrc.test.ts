import { afterAll, describe, expect, test } from 'vitest';
import { createBusiness, createMember } from '../../factories/business';
import {
  adjustLot,
  connectScene,
  type JobBody,
  jobsOf,
  type MetrcBody,
  openStateScene,
  openStateStage,
  tagOf,
  tagUnits,
  USER_KEY,
} from '../../factories/metrc';
import { ok } from '../../setup/client';
import { expectAbsent, expectError } from '../../setup/expect';

const stage = await openStateStage();
afterAll(() => stage.metrc.close());
const { metrc } = stage;
const AUTO = { mode: { package_adjustment: 'auto', transfer_template: 'auto' } };
const until = <T>(read: () => Promise<T>) => expect.poll(read, { timeout: 40_000, interval: 250 });

describe('the connection of a location', () => {
  test('is made once Metrc lists the license, and shows its key nowhere', async () => {
    const scene = await openStateScene(stage);
    const answer = await scene.seller.post<MetrcBody>(scene.path, { state: 'co', user_key: USER_KEY });
    expect(answer.status, answer.text).toBe(201);
    expect(answer.body).toMatchObject({
      ...{
        state: 'co',
        environment: 'production',
        license_number: scene.license,
        auth: 'basic',
        simulator: true,
      },
      mode: { package_adjustment: 'review', package_finish: 'review', transfer_template: 'review' },
      supports: { packages: true, transfers: true, templates: true },
    });
    expect(await scene.seller.get(scene.path)).toMatchObject({ status: 200 });
    const listed = ok(await scene.seller.get<{ data: unknown[] }>('/api/v1/integrations')).data;
    expect(listed).toMatchObject([{ system: 'metrc', location_id: scene.locationId, simulator: true }]);
    const rows =
      await stage.sql`select * from integration_connections where entity_id = ${scene.wholesaler.id}`;
    const audit = await stage.sql`select * from audit_log where entity_id = ${scene.wholesaler.id}`;
    expect(JSON.stringify([answer.body, listed, rows, audit])).not.toContain(USER_KEY);
    expect(
      expectError(await scene.seller.post(scene.path, { state: 'co', user_key: USER_KEY }), 'CONFLICT'),
    ).toMatchObject({
      reason: 'metrc_connected',
    });
    expect(ok(await scene.seller.post(`${scene.path}/test`))).toMatchObject({ ok: true, code: null });
    expect(await scene.seller.delete(scene.path)).toMatchObject({ status: 204 });
    expectAbsent(await scene.seller.get(scene.path));
  });

  test('needs a vendor key of the state and environment', async () => {
    const { seller, path } = await openStateScene(stage);
    for (const where of [{ state: 'ca' }, { state: 'co', environment: 'sandbox' }]) {
      expect(
        expectError(await seller.post(path, { ...where, user_key: USER_KEY }), 'CONFLICT'),
      ).toMatchObject({
        reason: 'vendor_key_missing',
      });
    }
  });

  test('is rejected where Metrc does not know the license', async () => {
    const scene = await openStateScene(stage);
    metrc.world.facilities.delete(scene.license);
    expect(
      expectError(await scene.seller.post(scene.path, { state: 'co', user_key: USER_KEY }), 'CONFLICT'),
    ).toMatchObject({
      reason: 'vendor_misconfigured',
    });
  });

  test('belongs to the members of its location', async () => {
    const scene = await openStateScene(stage);
    await connectScene(scene);
    const other = await createBusiness(stage.db, 'wholesaler');
    const stranger = await stage.signIn(await createMember(stage.db, other, 'owner'));
    for (const client of [stranger, scene.buyer]) {
      expectAbsent(await client.get(scene.path));
      expectAbsent(await client.delete(scene.path));
      expectAbsent(await client.post(`${scene.path}/test`));
    }
  });
});

describe('changes of packages', () => {
  test('are reported with our mark once they are approved', async () => {
    const scene = await openStateScene(stage);
    await connectScene(scene);
    const tag = tagOf(1);
    const lot = await tagUnits(stage, scene, tag, 50);
    await adjustLot(scene, lot, -3, { notes: 'Broken' });
    const [job] = await jobsOf(scene.seller);
    expect(job).toMatchObject({ kind: 'package_adjustment', status: 'review', subject: tag, reason: null });
    expect(job?.request).toMatchObject({ method: 'POST', path: '/packages/v2/adjust' });
    expect(job?.request?.body).toMatchObject([
      { Label: tag, Quantity: -3, UnitOfMeasure: 'Each', AdjustmentReason: 'Scale Variance' },
    ]);
    expect(job?.request?.body[0]?.ReasonNote).toMatch(/^Broken \[TL [0-9a-f]{8}\]$/);
    expect(metrc.world.packages.get(tag)?.quantity).toBe(50);
    ok(await scene.seller.post(`/api/v1/compliance/jobs/${job?.id}/approve`));
    await until(async () => (await jobsOf(scene.seller))[0]?.status).toBe('confirmed');
    expect(metrc.world.packages.get(tag)?.quantity).toBe(47);
    const [done] = await jobsOf(scene.seller);
    expect(done).toMatchObject({
      quantities: { before: 50, change: -3 },
      reviewed_by: { id: expect.any(String) },
    });
  });

  test('wait for data: a reason, a note, or which package it was', async () => {
    const scene = await openStateScene(stage);
    ok(await scene.seller.post(scene.path, { state: 'co', user_key: USER_KEY, ...AUTO }));
    const lot = await tagUnits(stage, scene, tagOf(2), 50);
    await adjustLot(scene, lot, -1);
    await adjustLot(scene, lot, -1, { reason_code: 'THEFT' });
    const untold = await jobsOf(scene.seller);
    expect(untold.map(({ status, reason }) => [status, reason?.code])).toEqual([
      ['needs_data', 'reason_unmapped'],
      ['needs_data', 'reason_unmapped'],
    ]);
    await until(async () => {
      const { body } = await scene.seller.get<{
        suggested: Record<string, string>;
        available: unknown[] | null;
      }>(`/api/v1/compliance/reasons?location_id=${scene.locationId}`);
      return body.available === null ? null : body.suggested;
    }).toEqual({ ADJUSTMENT: 'Entry Error', AUDIT: 'Scale Variance', DAMAGE: 'Damage', THEFT: 'Theft' });
    const reasons = { AUDIT: 'Scale Variance', THEFT: 'Theft' };
    ok(await scene.seller.put('/api/v1/compliance/reasons', { location_id: scene.locationId, reasons }));
    await until(async () =>
      (await jobsOf(scene.seller)).map(({ status, reason }) => [status, reason?.code]),
    ).toEqual([
      ['needs_data', 'note_required'],
      ['confirmed', undefined],
    ]);
    const [theft] = await jobsOf(scene.seller);
    ok(await scene.seller.patch(`/api/v1/compliance/jobs/${theft?.id}`, { note: 'Seen on camera' }));
    await until(async () => (await jobsOf(scene.seller))[0]?.status).toBe('confirmed');
    expect(metrc.world.packages.get(tagOf(2))?.quantity).toBe(48);
  });

  test('cost and tell nothing without a connection, of what has no tag, and by transfers', async () => {
    const scene = await openStateScene(stage);
    const lot = await tagUnits(stage, scene, tagOf(3), 50);
    await adjustLot(scene, lot, -1);
    await connectScene(scene);
    ok(
      await scene.seller.patch(`/api/v1/inventory/${scene.stockId}`, {
        quantity_change: -1,
        reason_code: 'AUDIT',
      }),
    );
    expect(await jobsOf(scene.seller)).toEqual([]);
  });

  test('that are taken back before approval end both', async () => {
    const scene = await openStateScene(stage);
    await connectScene(scene);
    const lot = await tagUnits(stage, scene, tagOf(4), 50);
    await adjustLot(scene, lot, -5);
    await adjustLot(scene, lot, 5);
    expect((await jobsOf(scene.seller)).map(({ status }) => status)).toEqual(['superseded', 'superseded']);
  });

  test('are rejected in Metrc’s words, and empty packages are proposed to end', async () => {
    const scene = await openStateScene(stage);
    await connectScene(scene, AUTO);
    const lot = await tagUnits(stage, scene, tagOf(5), 10);
    metrc.faults.planned.push({ kind: '400', license: scene.license, path: 'POST /packages/v2/adjust' });
    await adjustLot(scene, lot, -10);
    await until(async () => (await jobsOf(scene.seller))[0]?.status).toBe('rejected');
    const [rejected] = await jobsOf(scene.seller);
    expect(rejected?.reason?.code).toBe('rejected_by_metrc');
    ok(await scene.seller.post(`/api/v1/compliance/jobs/${rejected?.id}/retry`));
    await until(async () =>
      (await jobsOf(scene.seller)).map(({ kind, status }) => `${kind} ${status}`),
    ).toEqual(['package_finish review', 'package_adjustment confirmed']);
    const [finish] = await jobsOf(scene.seller);
    const approved = ok(
      await scene.seller.post<{ results: unknown[] }>('/api/v1/compliance/jobs/approve', {
        ids: [finish?.id],
      }),
    );
    expect(approved.results).toEqual([{ id: finish?.id, status: 'ready', error: null }]);
    await until(async () => (await jobsOf(scene.seller))[0]?.status).toBe('confirmed');
    expect(metrc.world.packages.get(tagOf(5))?.state).toBe('inactive');
  });

  test('are looked for before anything is sent again', async () => {
    const scene = await openStateScene(stage);
    await connectScene(scene, AUTO);
    const [one, two] = [
      await tagUnits(stage, scene, tagOf(6), 50),
      await tagUnits(stage, scene, tagOf(7), 50),
    ];
    const path = 'POST /packages/v2/adjust';
    metrc.faults.planned.push({ kind: 'reset-after', license: scene.license, path });
    await adjustLot(scene, one, -2);
    await until(async () => (await jobsOf(scene.seller))[0]?.status).toBe('unknown');
    const [lost] = await jobsOf(scene.seller);
    expect(
      expectError(
        await scene.seller.post(`/api/v1/compliance/jobs/${lost?.id}/resolve`, { outcome: 'not_applied' }),
        'CONFLICT',
      ),
    ).toMatchObject({ reason: 'too_early' });
    metrc.faults.planned.push({ kind: 'reset-before', license: scene.license, path });
    await adjustLot(scene, two, -4);
    await until(async () => (await jobsOf(scene.seller)).map(({ status }) => status)).toEqual([
      'unknown',
      'confirmed',
    ]);
    expect(metrc.world.packages.get(tagOf(6))?.quantity).toBe(48);
    expect(metrc.world.packages.get(tagOf(7))?.quantity).toBe(50);
    // What isn't there five minutes after it was sent was not applied.
    const [open] = (await jobsOf(scene.seller)) as [JobBody];
    await stage.sql`update compliance_jobs set sent_at = sent_at - interval '6 minutes', next_attempt_at = now() where id = ${open.id}`;
    ok(await scene.seller.post(`${scene.path}/test`));
    await stage.sql`update compliance_sites set read_at = now() where location_id = ${scene.locationId}`;
    await adjustLot(scene, one, -1);
    await until(async () => (await jobsOf(scene.seller)).map(({ status }) => status)).toEqual([
      'confirmed',
      'confirmed',
      'confirmed',
    ]);
    expect(metrc.world.packages.get(tagOf(7))?.quantity).toBe(46);
    const sends = metrc.requests.filter(
      ({ method, license }) => method === 'POST' && license === scene.license,
    );
    expect(sends).toHaveLength(4);
  });

  test('pause while the keys are rejected, and go on with another one', async () => {
    const scene = await openStateScene(stage);
    await connectScene(scene, AUTO);
    await until(async () => (await scene.seller.get<{ last_ok_at: string }>(scene.path)).status).toBe(200);
    const lot = await tagUnits(stage, scene, tagOf(8), 50);
    const facility = metrc.world.facilities.get(scene.license);
    if (facility) facility.userKeys = ['another'];
    await adjustLot(scene, lot, -2);
    await until(async () => (await scene.seller.get<MetrcBody>(scene.path)).body.status).toBe('failing');
    expect((await jobsOf(scene.seller))[0]?.status).toBe('ready');
    ok(await scene.seller.patch(scene.path, { user_key: 'another' }));
    await until(async () => (await jobsOf(scene.seller))[0]?.status).toBe('confirmed');
    expect(metrc.world.packages.get(tagOf(8))?.quantity).toBe(48);
  });
});
