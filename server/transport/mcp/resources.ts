import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type McpServer, ResourceNotFoundError, ResourceTemplate } from '@modelcontextprotocol/server';
import { isId } from '../../kernel/params';
import { sourceFolder } from '../../kernel/source-folder';
import { toAppError } from '../../operation/failure';
import type { Call } from './call';
import { MAX_ROWS } from './tool';
import { readTrace } from './tools/batches';
import { readOrder } from './tools/orders';
import { marked } from './untrusted';

const JSON_TYPE = 'application/json';
const DOCS = 'tallyleaf://docs/{page}';

/** Pages of the guide by name. */
let pages: ReadonlyMap<string, string> | undefined;
function guide(): ReadonlyMap<string, string> {
  if (pages) return pages;
  const folder = sourceFolder('docs/guide');
  const files = readdirSync(folder).filter((name) => /^[a-z-]+\.md$/.test(name));
  pages = new Map(files.map((name) => [name.slice(0, -3), readFileSync(join(folder, name), 'utf8')]));
  return pages;
}

/** Registers what is read by its address. */
export function registerResources(server: McpServer, call: Call): void {
  const { permissions } = call.ctx.actor;
  registerDocs(server);
  if (permissions.includes('read:orders')) {
    register(server, 'order', 'tallyleaf://orders/{id}', 'An order with its lines and history', (id) =>
      readOrder(call, id, MAX_ROWS),
    );
  }
  if (permissions.includes('read:inventory')) {
    register(
      server,
      'batch-trace',
      'tallyleaf://batches/{id}/trace',
      'Where units of a batch came from and went',
      (id) => readTrace(call, id, MAX_ROWS),
    );
  }
}

function registerDocs(server: McpServer): void {
  const list = () => ({
    resources: [...guide().keys()].map((page) => ({
      uri: DOCS.replace('{page}', page),
      name: page,
      mimeType: 'text/markdown',
    })),
  });
  const template = new ResourceTemplate(DOCS, { list });
  const about = { description: 'A page of the guide of Tallyleaf', mimeType: 'text/markdown' };
  server.registerResource('docs', template, about, (uri, { page }) => {
    const text = guide().get(String(page));
    if (text === undefined) throw new ResourceNotFoundError(uri.href);
    return { contents: [{ uri: uri.href, mimeType: 'text/markdown', text }] };
  });
}

function register(
  server: McpServer,
  name: string,
  address: string,
  description: string,
  read: (id: string) => Promise<{ content: object }>,
): void {
  const template = new ResourceTemplate(address, { list: undefined });
  server.registerResource(name, template, { description, mimeType: JSON_TYPE }, async (uri, { id }) => {
    const text = JSON.stringify(await shown(uri.href, String(id), read));
    return { contents: [{ uri: uri.href, mimeType: JSON_TYPE, text }] };
  });
}

async function shown(
  uri: string,
  id: string,
  read: (id: string) => Promise<{ content: object }>,
): Promise<unknown> {
  if (!isId(id)) throw new ResourceNotFoundError(uri);
  try {
    return marked((await read(id)).content);
  } catch (error) {
    if (toAppError(error).status < 500) throw new ResourceNotFoundError(uri);
    throw error;
  }
}
