import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createClient } from '@hey-api/openapi-ts';
import { openApiDocument } from '../server/transport/rest/openapi';

const output = resolve(process.argv[2] ?? 'clients/typescript/src/generated');
const folder = await mkdtemp(join(tmpdir(), 'tallyleaf-clients-'));
try {
  const input = join(folder, 'openapi.json');
  await writeFile(input, JSON.stringify(openApiDocument()));
  // Node's own modules want the extension.
  await createClient({
    input,
    output: { path: output, module: { extension: '.js' } },
    plugins: ['@hey-api/typescript', '@hey-api/sdk', { name: '@hey-api/client-fetch', throwOnError: true }],
    logs: { level: 'silent', file: false },
  });
} finally {
  await rm(folder, { recursive: true, force: true });
}
