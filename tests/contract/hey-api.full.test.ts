import { randomUUID } from 'node:crypto';
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@hey-api/openapi-ts';
import { afterAll, expect, test } from 'vitest';
import { openTrade } from '../factories/trade';
import { openStage } from '../setup/stage';
import { loadProgram, typeCheck } from '../setup/typescript';

const stage = await openStage();
const trade = await openTrade(stage, { prices: [1250] });
const folder = await mkdtemp(join(tmpdir(), 'tallyleaf-hey-api-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

test('compiles a hey-api client strictly, signs in, lists, orders and reads errors', {
  timeout: 90_000,
}, async () => {
  const { body: document } = await stage.anybody.get<object>('/api/openapi.json');
  const input = join(folder, 'openapi.json');
  await writeFile(input, JSON.stringify(document));
  await createClient({ input, output: join(folder, 'client'), logs: { level: 'silent', file: false } });
  await copyFile(join(import.meta.dirname, 'client/hey-api.ts'), join(folder, 'program.ts'));
  expect(await typeCheck(folder, 'program.ts')).toBe('');

  const { order } = await loadProgram(folder, 'program.ts');
  const result = await order({
    baseUrl: stage.server.url,
    email: trade.buyer.tokens?.user.email,
    password: 'a password of the tests',
    unknownId: randomUUID(),
  });
  expect(result).toEqual({
    signedIn: 200,
    listed: 1,
    stock: 0,
    status: 'pending',
    quantity: 2,
    error: 'NOT_FOUND',
  });
});
