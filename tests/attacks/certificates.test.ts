import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { createProduct } from '../factories/catalog';
import { NOTHING_EXTRACTED } from '../factories/certificate';
import { coaParts, uploadCoa } from '../factories/coa';
import { HOSTILE_PDFS, inflating } from '../factories/hostile-pdf';
import { pdfOf } from '../factories/pdf';
import { textPdf } from '../factories/text-pdf';
import { openTrade } from '../factories/trade';
import { expectError } from '../setup/expect';
import { IS_FULL, sampleOf } from '../setup/full';
import { openStage } from '../setup/stage';

const stage = await openStage();
const trade = await openTrade(stage);
const { id } = await createProduct(stage.db, trade.wholesaler);

/** Reading and waiting have 8 seconds each; the rest is for a busy machine. */
const RESPONSE_MS = 40_000;
/** A document is read for 8 seconds at most, by one thread and the collector of its memory. */
const CPU_SECONDS = 24;
/** One thread at most for one entity, with 224 MiB of objects and 256 MiB of buffers, and the files that it reads. */
const MEMORY = 600 * 1024 * 1024;
const upload = (file: Buffer) => uploadCoa(trade.seller.unpooled(), id, coaParts(file));

async function residentBytes(): Promise<number> {
  const status = await readFile(`/proc/${stage.server.pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) * 1024;
}

async function cpuSeconds(): Promise<number> {
  const stat = await readFile(`/proc/${stage.server.pid}/stat`, 'utf8');
  // After the command's name: user and system time in ticks of 10 ms (proc(5)).
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

interface Load {
  memory: number;
  slowest: number;
  cpu: number;
}

/** How much the server's memory grows, how much CPU time it takes and how slowly it responds elsewhere during the work. */
async function watched(work: Promise<unknown>): Promise<Load> {
  const seen = { memory: 0, slowest: 0, cpu: 0 };
  const [before, resident] = await Promise.all([cpuSeconds(), residentBytes()]);
  let done = false;
  const ended = work.finally(() => {
    done = true;
  });
  while (!done) {
    const began = Date.now();
    await stage.anybody.get('/healthz');
    seen.slowest = Math.max(seen.slowest, Date.now() - began);
    seen.memory = Math.max(seen.memory, (await residentBytes()) - resident);
    await new Promise((next) => setTimeout(next, 50));
  }
  await ended;
  return { ...seen, cpu: (await cpuSeconds()) - before };
}

test.each(sampleOf(Object.entries(HOSTILE_PDFS), 2))(
  'stores %s within its time and memory, unread',
  async (_, make) => {
    const file = make();
    const began = Date.now();
    const sent = upload(file);
    const { memory, slowest, cpu } = await watched(sent);
    const { status, body, text } = await sent;
    expect(status, text).toBe(201);
    expect(body.extracted ?? NOTHING_EXTRACTED).toEqual(NOTHING_EXTRACTED);
    expect(Date.now() - began).toBeLessThan(RESPONSE_MS);
    expect(memory).toBeLessThan(MEMORY);
    expect(cpu).toBeLessThan(CPU_SECONDS);
    expect(slowest).toBeLessThan(5_000);
  },
);

test('rejects a certificate of 11 MiB (413) without reading it', async () => {
  expectError(await upload(pdfOf(11 * 1024 * 1024)), 'PAYLOAD_TOO_LARGE');
});

test.runIf(IS_FULL)('stores 30 uploads at once within a bound while they inflate (201)', async () => {
  const bomb = inflating(300_000_000);
  const began = Date.now();
  const sent = Promise.all(Array.from({ length: 30 }, () => upload(bomb)));
  const { memory, slowest } = await watched(sent);
  expect((await sent).map(({ status }) => status)).toEqual(Array(30).fill(201));
  expect(Date.now() - began).toBeLessThan(RESPONSE_MS);
  expect(memory).toBeLessThan(MEMORY);
  expect(slowest).toBeLessThan(5_000);
  // Where two of them took longer than they may, theirs wait for an hour (decision 422); another's are read.
  const other = await openTrade(stage);
  const { id: product } = await createProduct(stage.db, other.wholesaler);
  const after = await uploadCoa(other.seller, product, coaParts(textPdf([[50, 700, 'Batch #: AFTER-1']])));
  expect(after.body.extracted?.batch_id).toBe('AFTER-1');
});
