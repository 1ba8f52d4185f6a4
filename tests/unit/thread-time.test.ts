import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { runInThread } from '../../server/platform/threads/thread';

const folder = mkdtempSync(join(tmpdir(), 'threads-'));
writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
afterAll(() => rmSync(folder, { recursive: true }));
const serve = pathToFileURL(join(import.meta.dirname, '../../server/platform/threads/serve.ts'));

/** A program that responds as `source` says. */
function program(name: string, source: string): URL {
  const file = join(folder, `${name}.ts`);
  writeFileSync(
    file,
    `import { serve } from '${serve}';\nserve(async (question: number) => { ${source} });\n`,
  );
  return pathToFileURL(file);
}

const limits = { cpuMs: 3_000, ms: 60_000, memoryMb: 64 };

test('ends a thread by the processor time of its own, and not by time that it waits', async () => {
  const waits = program('waits', 'await new Promise((done) => setTimeout(done, question)); return 1;');
  expect(await runInThread(waits, limits, 4_000)).toBe(1);
  const works = program('works', 'for (;;) question++;');
  await expect(runInThread(works, limits, 0)).rejects.toMatchObject({ reason: 'time' });
});

test('says of a thread that had too little of it that it is late', async () => {
  const waits = program('forever', 'await new Promise(() => {});');
  const short = { ...limits, ms: 2_000 };
  await expect(runInThread(waits, short, 0)).rejects.toMatchObject({ reason: 'late' });
});
