import { randomUUID } from 'node:crypto';
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTrade } from '../factories/trade';
import { openOwnStage } from '../setup/stage';
import { loadProgram, typeCheck } from '../setup/typescript';
import { installGenerators, missing, run } from './tools';

const MINUTES = 60_000;
const PLACED = { listed: 1, status: 'pending', quantity: 2, error: 'NOT_FOUND' };

const stage = await openOwnStage();
const trade = await openTrade(stage, { prices: [1250] });
const folder = await mkdtemp(join(tmpdir(), 'tallyleaf-clients-'));
const document = join(folder, 'openapi.json');
const caller = {
  baseUrl: stage.server.url,
  email: String(trade.buyer.tokens?.user.email),
  password: 'a password of the tests',
  unknownId: randomUUID(),
};
const callerEnv = {
  BASE_URL: caller.baseUrl,
  EMAIL: caller.email,
  PASSWORD: caller.password,
  UNKNOWN_ID: caller.unknownId,
};

beforeAll(async () => {
  const { body } = await stage.anybody.get('/api/openapi.json');
  await writeFile(document, JSON.stringify(body));
  await installGenerators();
}, 15 * MINUTES);
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Makes a new folder with a test program under a name. */
async function place(program: string, path: string): Promise<string> {
  const target = await mkdtemp(join(folder, 'client-'));
  await mkdir(join(target, path, '..'), { recursive: true });
  await copyFile(join(import.meta.dirname, 'programs', program), join(target, path));
  return target;
}

async function openapiGenerator(generator: string, output: string, ...options: string[]): Promise<void> {
  const only = 'apis,models,supportingFiles,apiTests=false,modelTests=false,apiDocs=false,modelDocs=false';
  const args = ['-i', document, '-g', generator, '-o', output, '--global-property', only, ...options];
  await run(folder, 'openapi-generator-cli', ['generate', ...args]);
}

async function orderWithGo(target: string): Promise<unknown> {
  await run(target, 'go', ['mod', 'tidy']);
  await run(target, 'go', ['build', './...']);
  return JSON.parse(await run(target, 'go', ['run', './cmd/order'], callerEnv));
}

test('openapi-generator for Python: the client compiles, signs in, lists, orders and reads errors', {
  timeout: 10 * MINUTES,
}, async ({ skip }) => {
  const reason = missing('python3', 'java');
  if (reason) skip(reason);
  const target = await place('openapi_generator.py', 'order.py');
  await openapiGenerator('python', target);
  await run(target, 'python', ['-m', 'compileall', '-q', '.']);
  expect(JSON.parse(await run(target, 'python', ['order.py'], callerEnv))).toEqual(PLACED);
});

test('openapi-python-client: the client compiles, signs in, lists, orders and reads errors', {
  timeout: 10 * MINUTES,
}, async ({ skip }) => {
  const reason = missing('python3');
  if (reason) skip(reason);
  const target = await place('openapi_python_client.py', 'order.py');
  const args = ['generate', '--path', document, '--output-path', join(target, 'client'), '--meta', 'none'];
  // It warns about the PDF of a certificate, a content type that it doesn't know.
  await run(target, 'openapi-python-client', args);
  await run(target, 'python', ['-m', 'compileall', '-q', '.']);
  expect(JSON.parse(await run(target, 'python', ['order.py'], callerEnv))).toEqual(PLACED);
});

test('datamodel-codegen: the models load', { timeout: 10 * MINUTES }, async ({ skip }) => {
  const reason = missing('python3');
  if (reason) skip(reason);
  const types = ['--input-file-type', 'openapi', '--output-model-type', 'pydantic_v2.BaseModel'];
  await run(folder, 'datamodel-codegen', ['--input', document, ...types, '--output', 'models.py']);
  const program = 'import models; print(sorted(models.Order.model_fields)[0])';
  expect(await run(folder, 'python', ['-W', 'ignore', '-c', program])).not.toBe('');
});

test('openapi-generator for Go: the client compiles, signs in, lists, orders and reads errors', {
  timeout: 15 * MINUTES,
}, async ({ skip }) => {
  const reason = missing('python3', 'java', 'go');
  if (reason) skip(reason);
  const target = await place('openapi-generator.go', 'cmd/order/main.go');
  const properties = 'withGoMod=true,isGoSubmodule=false,packageName=tallyleaf';
  const repository = ['--git-user-id', 'example', '--git-repo-id', 'tallyleaf'];
  await openapiGenerator('go', target, '--additional-properties', properties, ...repository);
  expect(await orderWithGo(target)).toEqual(PLACED);
});

test('oapi-codegen: the client compiles, signs in, lists, orders and reads errors', {
  timeout: 15 * MINUTES,
}, async ({ skip }) => {
  const reason = missing('go');
  if (reason) skip(reason);
  const target = await place('oapi-codegen.go', 'cmd/order/main.go');
  const options = ['-package', 'tallyleaf', '-generate', 'types,client', '-o', 'client.gen.go'];
  await run(target, 'oapi-codegen', [...options, document]);
  await writeFile(join(target, 'go.mod'), 'module example.com/tallyleaf\n\ngo 1.24\n');
  expect(await orderWithGo(target)).toEqual(PLACED);
});

test('openapi-generator for typescript-fetch: the client compiles, signs in, lists, orders and reads errors', {
  timeout: 10 * MINUTES,
}, async ({ skip }) => {
  const reason = missing('python3', 'java');
  if (reason) skip(reason);
  const target = await place('typescript-fetch.ts', 'program.ts');
  await openapiGenerator('typescript-fetch', join(target, 'client'));
  expect(await typeCheck(target, 'program.ts')).toBe('');
  const { order } = await loadProgram(target, 'program.ts');
  expect(await order(caller)).toEqual(PLACED);
});

test('openapi-generator for Java: the client compiles, signs in, lists, orders and reads errors', {
  timeout: 15 * MINUTES,
}, async ({ skip }) => {
  const reason = missing('python3', 'java', 'mvn');
  if (reason) skip(reason);
  const target = await place('OrderPath.java', 'src/main/java/OrderPath.java');
  // Its default library, on Gson, tells tokens from the demand for a second factor by required fields; those on
  // Jackson take the first schema whose fields they can read.
  await openapiGenerator('java', target);
  await run(target, 'mvn', [
    ...['-q', '-B', '-DskipTests', 'compile'],
    ...['dependency:build-classpath', '-Dmdep.outputFile=classpath'],
  ]);
  const classpath = await readFile(join(target, 'classpath'), 'utf8');
  const args = ['-cp', ['target/classes', classpath].join(delimiter), 'OrderPath'];
  expect(JSON.parse(await run(target, 'java', args, callerEnv))).toEqual(PLACED);
});

test('openapi-generator for C#: the client generates', { timeout: 10 * MINUTES }, async ({ skip }) => {
  const reason = missing('python3', 'java');
  if (reason) skip(reason);
  const target = await mkdtemp(join(folder, 'client-'));
  await openapiGenerator('csharp', target);
  expect(await readdir(join(target, 'src/Org.OpenAPITools/Api'))).toContain('OrdersApi.cs');
});
