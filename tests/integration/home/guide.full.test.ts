import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { IS_SHORT } from '../../setup/full';
import { spawnServer } from '../../setup/server';

const ROOT = resolve(import.meta.dirname, '../../..');
const folder = await mkdtemp(join(tmpdir(), 'tallyleaf-guide-'));
// As a newcomer starts it, with a database of its own and the demo in it; the guide's webhook is on this machine.
const server = await spawnServer({ DATA_DIR: join(folder, 'data'), WEBHOOK_ALLOW_LOOPBACK: '1' });
await server.untilReady();
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

/** The blocks of shell of a document, in their order, as one program. */
async function shellOf(path: string): Promise<string> {
  const text = await readFile(join(ROOT, path), 'utf8');
  const blocks = [...text.matchAll(/^```sh\n(.*?)^```/gms)].map(([, block]) => block);
  return blocks.filter((block) => block?.includes('curl') || block?.includes('api ')).join('\n');
}

async function run(path: string): Promise<string[]> {
  const program = `set -eu\n${(await shellOf(path)).replaceAll('http://localhost:3000', server.url)}`;
  const { stdout } = await promisify(execFile)('sh', ['-c', program], { cwd: folder, timeout: 90_000 });
  const lines = stdout.trim().split('\n');
  // A failed call leaves the extracted value undefined.
  expect(stdout).not.toContain('undefined');
  expect(stdout).not.toContain('"error"');
  return lines;
}

test("the README's order arrives", { timeout: 120_000 }, async () => {
  const lines = await run('README.md');
  expect(lines.slice(0, 4)).toEqual(['accepted', 'preparing', 'shipped', 'delivered']);
  expect(JSON.parse(lines[4] ?? '').data[0].quantity).toBeGreaterThanOrEqual(2);
});

test.skipIf(IS_SHORT)(
  "every line of the integrators' guide runs, in order",
  { timeout: 120_000 },
  async () => {
    const lines = await run('docs/integrators.md');
    expect(lines).toEqual(
      expect.arrayContaining(['accepted', 'preparing', 'shipped', 'delivered', 'cancelled']),
    );
    expect(lines.at(-1)).toBe('204');
  },
);

test.skipIf(IS_SHORT)(
  'every line of the recall in the traceability guide runs, in order',
  { timeout: 120_000 },
  async () => {
    const lines = await run('docs/traceability.md');
    expect(lines).toEqual(expect.arrayContaining(['NG-2026-007', '409', 'shipped', 'open', 'closed']));
    expect(lines.at(-1)).toBe('null');
  },
);
