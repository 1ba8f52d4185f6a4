import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createProduct } from '../factories/catalog';
import { coaParts, uploadCoa } from '../factories/coa';
import { HOSTILE_CSVS } from '../factories/hostile-csv';
import { slowPdf } from '../factories/hostile-pdf';
import { settled, uploadCsv } from '../factories/imports';
import { openTrade, placeOrder } from '../factories/trade';
import { percentile } from '../setup/percentile';
import { openOwnStage } from '../setup/stage';

const stage = await openOwnStage();

/** What another may wait while files are attacked, by what it waits alone. */
const MAX_RATIO = 5;
const SECONDS = 40;
/** As people do between two requests; without it the measuring would be the load. */
const PAUSE_MS = 50;

interface Times {
  reads: number[];
  documents: number[];
}

test(`delays another's reads and documents at most ${MAX_RATIO} times among files that take long`, async () => {
  const other = await openTrade(stage);
  const { id } = await placeOrder(other);
  const headers = { authorization: `Bearer ${other.buyer.tokens?.access_token}` };
  const timed = async (path: string) => {
    const began = performance.now();
    const response = await fetch(other.buyer.url + path, { headers });
    await response.arrayBuffer();
    expect(response.status, path).toBe(200);
    return performance.now() - began;
  };
  const measure = async (isOver: () => boolean): Promise<Times> => {
    const times: Times = { reads: [], documents: [] };
    while (!isOver()) {
      for (const path of ['/api/v1/inventory', '/api/v1/orders', `/api/v1/orders/${id}/document`]) {
        times.reads.push(await timed(path));
        await delay(PAUSE_MS);
      }
      times.documents.push(await timed(`/api/v1/orders/${id}/document/pdf`));
    }
    return times;
  };
  const after = (seconds: number) => {
    const end = Date.now() + seconds * 1000;
    return () => Date.now() > end;
  };
  await measure(after(5));
  const alone = await measure(after(SECONDS / 2));

  const isOver = after(SECONDS);
  const uploader = (await openTrade(stage)).seller.unpooled();
  const csvs = Object.values(HOSTILE_CSVS).map(({ kind, make }) => ({ kind, content: make() }));
  const uploading = async () => {
    for (let n = 0; !isOver(); n++) {
      const { kind, content } = csvs[n % csvs.length] as (typeof csvs)[number];
      const sent = await uploadCsv(uploader, kind, content);
      if (sent.status !== 201) continue;
      const { status } = await settled(uploader, sent.body.id, 120_000);
      expect(['ready', 'failed', 'mapping']).toContain(status);
      await uploader.delete(`/api/v1/imports/${sent.body.id}`);
    }
  };
  const filing = async () => {
    const { seller, wholesaler } = await openTrade(stage);
    while (!isOver()) {
      const product = await createProduct(stage.db, wholesaler);
      expect((await uploadCoa(seller.unpooled(), product.id, coaParts(slowPdf()))).status).toBe(201);
      await delay(PAUSE_MS);
    }
  };
  const attack = Promise.all([uploading(), uploading(), filing(), filing(), filing()]);
  const [attacked] = await Promise.all([measure(isOver), attack]);

  for (const what of ['reads', 'documents'] as const) {
    const [calm, loud] = [percentile(alone[what], 0.95), percentile(attacked[what], 0.95)];
    process.stdout.write(
      `p95 of ${what}: ${calm.toFixed(0)} ms alone, ${loud.toFixed(0)} ms attacked (${alone[what].length}, ${attacked[what].length})\n`,
    );
    expect(loud / calm, what).toBeLessThan(MAX_RATIO);
  }
});
