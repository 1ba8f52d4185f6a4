import { spawnSync } from 'node:child_process';
import { Ajv2020 } from 'ajv/dist/2020';
import formats from 'ajv-formats';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { type Document, EVENT, findOperation, operationGroups } from '@/components/ui/reference/document';
import { sampleOf, sampleRequest } from '@/components/ui/reference/sample';
import { snippetsOf } from '@/components/ui/reference/snippets';
import { requestOf } from '@/components/ui/reference/try-request';
import { openApiDocument } from '@/server/transport/rest/openapi';
import { OPERATIONS } from '@/server/transport/rest/operations';

const document = openApiDocument() as unknown as Document;
const lines = operationGroups(document).flatMap(({ operations }) => operations);
const operations = lines.map(({ id }) => findOperation(document, id)).filter((one) => one !== null);
const requests = operations
  .filter(({ method }) => method !== EVENT)
  .map((operation) => ({ operation, request: sampleRequest(document, operation) }));

test('lists every operation of the API once', () => {
  const listed = lines.filter(({ method }) => method !== EVENT).map(({ id }) => id);
  expect(listed.sort()).toEqual(OPERATIONS.map(({ name }) => name.replaceAll('.', '_')).sort());
});

test('describes every group of operations', () => {
  const silent = operationGroups(document).filter(({ description }) => !description);
  expect(silent.map(({ name }) => name)).toEqual([]);
});

test('describes every parameter', () => {
  const silent = operations.flatMap(({ id, parameters }) =>
    parameters.filter(({ description }) => !description).map(({ name }) => `${id}: ${name}`),
  );
  expect(silent).toEqual([]);
});

test('shows an example body that fits the schema of its operation', () => {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  formats.default(ajv);
  ajv.addSchema(document, 'document');
  for (const { operation, request } of requests) {
    if (request.json === undefined || !operation.body) continue;
    const { $ref } = operation.body.schema;
    const isValid = ajv.compile($ref ? { $ref: `document${$ref}` } : operation.body.schema);
    expect(isValid(request.json), `${operation.id}: ${ajv.errorsText(isValid.errors)}`).toBe(true);
  }
});

test('shows an example of every successful response and event', () => {
  for (const { id, body, responses, method } of operations) {
    const success = responses.find(({ status }) => status.startsWith('2'));
    const schema = method === EVENT ? body?.schema : success?.content?.['application/json']?.schema;
    if (!schema) continue;
    expect(sampleOf(document, schema), id).toBeTypeOf('object');
  }
});

test('writes TypeScript without syntax errors', () => {
  for (const { operation, request } of requests) {
    const { diagnostics } = ts.transpileModule(snippetsOf(request, 'https://tallyleaf.example').typescript, {
      reportDiagnostics: true,
      compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ESNext },
    });
    expect(
      diagnostics?.map(({ messageText }) => messageText),
      operation.id,
    ).toEqual([]);
  }
});

test('writes curl commands that a shell reads as meant', () => {
  const commands = requests.map(({ request }) => snippetsOf(request, 'https://tallyleaf.example').curl);
  const script = `curl() { printf '%s\\n\\001' "$@"; printf '\\002'; }\n${commands.join('\n')}`;
  const { stdout, stderr } = spawnSync('sh', ['-eu', '-c', script], {
    encoding: 'utf8',
    env: { ...process.env, TALLYLEAF_API_KEY: 'tlk_secret' },
  });
  expect(stderr).toBe('');
  const calls = stdout.split('\u0002').slice(0, -1);
  expect(calls).toHaveLength(requests.length);
  for (const [index, { operation, request }] of requests.entries()) {
    const words = (calls[index] ?? '').split('\n\u0001');
    expect(words.join(' '), operation.id).toContain(`https://tallyleaf.example${request.path}`);
    expect(words.includes('Authorization: Bearer tlk_secret'), operation.id).toBe(!request.isPublic);
    if (request.json !== undefined) {
      expect(JSON.parse(words[words.indexOf('-d') + 1] ?? ''), operation.id).toEqual(request.json);
    }
  }
});

test('quotes an apostrophe for the shell and writes Python literals', () => {
  const request = {
    method: 'POST',
    path: '/api/v1/things',
    query: [{ name: 'q', value: 'a b' }],
    isPublic: false,
    takesKey: true,
    json: { note: "Sam's", active: true, until: null, tags: [], lines: [{ quantity: 2 }] },
  };
  const { curl, python } = snippetsOf(request, 'https://tallyleaf.example');
  expect(curl).toContain(`"note": "Sam'\\''s"`);
  expect(python).toBe(`import os
import uuid

import requests

response = requests.post(
    "https://tallyleaf.example/api/v1/things?q=a+b",
    headers={
        "Authorization": f"Bearer {os.environ['TALLYLEAF_API_KEY']}",
        "Idempotency-Key": str(uuid.uuid4()),
    },
    json={
        "note": "Sam's",
        "active": True,
        "until": None,
        "tags": [],
        "lines": [
            {
                "quantity": 2,
            },
        ],
    },
    timeout=60,
)
response.raise_for_status()
print(response.text)`);
});

test('sends what was filled in, without the cookies of the session', () => {
  const fields = new FormData();
  fields.set('key', ' tlk_x ');
  fields.set('path:id', 'a/b');
  fields.set('query:status', '');
  fields.set('query:limit', '5');
  fields.set('header:Idempotency-Key', 'once');
  fields.set('body', '{"quantity": 1}');
  const tried = {
    method: 'PATCH',
    path: '/api/v1/things/{id}',
    isPublic: false,
    parameters: [],
    json: '{}',
    form: null,
  };
  const request = requestOf(tried, fields);
  expect(request?.url).toBe('/api/v1/things/a%2Fb?limit=5');
  expect(request?.init).toMatchObject({ method: 'PATCH', credentials: 'omit', body: '{"quantity": 1}' });
  expect(Object.fromEntries(request?.init.headers as Headers)).toEqual({
    authorization: 'Bearer tlk_x',
    'content-type': 'application/json',
    'idempotency-key': 'once',
  });
  fields.set('body', '{');
  expect(requestOf(tried, fields)).toBeNull();
});
