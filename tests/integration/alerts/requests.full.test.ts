import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'vitest';
import { findFreePort } from '../../../server/platform/embedded-postgres/postmaster';
import { createBusiness, createMember } from '../../factories/business';
import { createProduct } from '../../factories/catalog';
import { coaParts, uploadCoa } from '../../factories/coa';
import { HOSTILE_PDFS } from '../../factories/hostile-pdf';
import { openTrade } from '../../factories/trade';
import type { Client } from '../../setup/client';
import { holdTable } from '../../setup/held-table';
import { openPrometheus, watched } from '../../setup/prometheus';
import { openOwnStage } from '../../setup/stage';

const metrics = await findFreePort();
const stage = await openOwnStage({ METRICS_PORT: String(metrics) });
const { db, sql } = stage;
const prometheus = await openPrometheus([metrics]);

/** Lists of stock, each of another length: equal reads of one member share their work. */
let asked = 0;
const list = (client: Client) => client.get(`/api/v1/inventory?limit=${(asked++ % 500) + 1}`);
const statusesOf = async (answers: ReturnType<typeof list>[]) => [
  ...new Set((await Promise.all(answers)).map(({ status }) => status)),
];
const membersOf = (count: number): Promise<Client[]> =>
  Promise.all(
    Array.from({ length: count }, async () =>
      stage.signIn(await createMember(db, await createBusiness(db, 'wholesaler'), 'owner')),
    ),
  );

watched('requests that wait for a lock for longer than a second fire TallyleafSlow', async () => {
  const { seller } = await openTrade(stage);
  await prometheus.ends();
  let done = false;
  const asking = (async () => {
    while (!done) {
      const release = await holdTable(sql, 'inventory_items');
      const answers = Array.from({ length: 4 }, () => list(seller));
      await delay(1_500);
      await release();
      expect(await statusesOf(answers)).toEqual([200]);
    }
  })();
  await prometheus.fires('TallyleafSlow');
  done = true;
  await asking;
  await prometheus.ends();
});

watched('requests that wait for connections fire TallyleafSlotsFull', async () => {
  const members = await membersOf(3);
  expect(await prometheus.firing()).toEqual([]);
  const release = await holdTable(sql, 'inventory_items');
  const answers = Array.from({ length: 30 }, () => members.map(list)).flat();
  await prometheus.fires('TallyleafSlotsFull');
  await release();
  expect(await statusesOf(answers)).toEqual([200]);
  await prometheus.ends();
});

watched('more requests than are served, for seconds, fire TallyleafOverloaded', async () => {
  const members = await membersOf(6);
  expect(await prometheus.firing()).toEqual([]);
  const release = await holdTable(sql, 'inventory_items');
  const answers: ReturnType<typeof list>[] = [];
  let done = false;
  const asking = (async () => {
    while (!done) {
      for (let n = 0; n < 8; n++) answers.push(...members.map(list));
      await delay(250);
    }
  })();
  // What is rejected is an error, and what isn't waits.
  await prometheus.fires('TallyleafOverloaded', ['TallyleafErrors', 'TallyleafSlotsFull']);
  done = true;
  await asking;
  await release();
  expect((await statusesOf(answers)).sort()).toEqual([200, 503]);
  await prometheus.ends();
});

watched('certificates that inflate to 500 MB fire TallyleafCertificatesFail', async () => {
  const { seller, wholesaler } = await openTrade(stage);
  const { id } = await createProduct(db, wholesaler);
  expect(await prometheus.firing()).toEqual([]);
  const hostile = HOSTILE_PDFS['a stream that inflates to 500 MB']?.();
  for (let count = 0; count < 4; count++) {
    const { status } = await uploadCoa(seller.unpooled(), id, coaParts(hostile));
    expect(status).toBe(201);
  }
  await prometheus.fires('TallyleafCertificatesFail');
});
