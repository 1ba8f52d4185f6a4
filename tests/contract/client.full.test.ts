import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import openapiTypescript, { astToString } from 'openapi-typescript';
import { afterAll, expect, test } from 'vitest';
import { openTrade } from '../factories/trade';
import { openStage } from '../setup/stage';

const ROOT = resolve(import.meta.dirname, '../..');
const stage = await openStage();
const trade = await openTrade(stage, { prices: [1250] });

// Below node_modules, so that the client finds its library, and no tool of the project finds the client.
const cache = join(ROOT, 'node_modules/.cache');
await mkdir(cache, { recursive: true });
const folder = await mkdtemp(join(cache, 'tallyleaf-client-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

test('compiles a generated client strictly and runs the order path with it', {
  timeout: 90_000,
}, async () => {
  const { body: document } = await stage.anybody.get<object>('/api/openapi.json');
  await writeFile(join(folder, 'schema.ts'), astToString(await openapiTypescript(JSON.stringify(document))));
  await copyFile(join(import.meta.dirname, 'client/order-path.ts'), join(folder, 'order-path.ts'));
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
  const options = {
    compilerOptions: {
      strict: true,
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      target: 'ES2022',
      module: 'ESNext',
      moduleResolution: 'Bundler',
      lib: ['ES2022', 'DOM'],
      types: [],
      skipLibCheck: true,
    },
    files: ['order-path.ts'],
  };
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(options));
  const compiled = await promisify(execFile)(
    process.execPath,
    [join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', folder],
    { cwd: folder },
  ).catch((failure: { stdout: string }) => failure);
  expect(compiled.stdout).toBe('');

  const { orderPath } = await import(/* @vite-ignore */ pathToFileURL(join(folder, 'order-path.js')).href);
  const emailOf = (client: typeof trade.buyer) => client.tokens?.user.email;
  const result = await orderPath({
    baseUrl: stage.server.url,
    password: 'a password of the tests',
    buyer: emailOf(trade.buyer),
    seller: emailOf(trade.seller),
  });
  expect(result).toEqual({ total: expect.any(Number), status: 'delivered', inVault: 2 });
});
