import type { Answer, Client } from '../../../setup/client';
import { eachOf } from '../../../setup/full';

interface Described {
  responses?: Record<string, { content?: Record<string, object> }>;
}
interface Document {
  paths: Record<string, Record<string, Described>>;
}

export interface Reads {
  /** Every path of a GET below /api/v1, as the contract names it. */
  paths: string[];
  /** Those without an id that are files, too. */
  files: string[];
}

/** Counts of requests and sessions move with each request. */
const MOVING = /^\/(auth\/sessions|api\/v1\/usage)/;

export async function readsOf(anybody: Client): Promise<Reads> {
  const { body: document } = await anybody.get<Document>('/api/openapi.json');
  const paths = Object.entries(document.paths).flatMap(([path, methods]) =>
    methods.get && path.startsWith('/api/v1/') && !MOVING.test(path) ? [path] : [],
  );
  const files = paths.filter(
    (path) => !path.includes('{') && document.paths[path]?.get?.responses?.['200']?.content?.['text/csv'],
  );
  return { paths, files };
}

/** Every path with each third of some ids in it, and every list as a file. */
export function addressesWith({ paths, files }: Reads, ids: readonly string[]): string[] {
  const filled = paths.flatMap((path) => {
    const names = path.match(/\{[^}]+\}/g) ?? [];
    if (names.length === 0) return [path];
    const [first, ...others] = names as [string, ...string[]];
    return ids.flatMap((id) =>
      (others.length === 0 ? [''] : ids).map((next) =>
        others.reduce((done, name) => done.replace(name, next), path.replace(first, id)),
      ),
    );
  });
  return [...eachOf([...new Set(filled)], 3), ...files.map((path) => `${path}?format=csv`)];
}

/** Where a buyer reads of a supplier's goods with filters, and as a connector does. */
export const searchesOf = (supplierId: string, hidden: { id: string; variantId: string; name: string }) => {
  const at = `/api/v1/market/suppliers/${supplierId}`;
  return [
    ...[
      'search=SKU',
      'search=Product',
      'in_stock=true',
      'in_stock=false',
      'brand=Hush',
      'category=concentrates',
      `variant_ids=${hidden.variantId}`,
      'sort=-wholesale_price&limit=1&page=2',
    ].map((query) => `${at}/catalog?${query}`),
    `/api/v1/market/offers?search=${hidden.name}`,
    '/api/v1/market/offers?search=SKU&in_stock=true',
    `/api/v1/products?entity_id=${supplierId}&format=csv`,
    '/api/v1/products?updated_since=2026-01-01T00:00:00Z&limit=500',
    '/api/v1/products?brand=Hush',
    `/api/v1/batches?product_id=${hidden.id}`,
    '/api/v1/events?limit=100',
    '/api/v1/inventory/reorder',
    `/api/v1/carts/${supplierId}`,
    '/api/v1/orders?side=buying&format=csv',
  ];
};

/** As programs and as documents have them. */
const TIMES = /\d{4}-\d\d-\d\dT[\d:.]+Z|[A-Z][a-z]{2} \d{1,2}, \d{4}, \d{1,2}:\d\d\s[AP]M/g;
/** A response without its times. Numbers in a drawing are places on its page. */
export const shown = ({ status, text }: Pick<Answer, 'status' | 'text'>) =>
  `${status} ${text.startsWith('%PDF') ? 'PDF' : text.replace(TIMES, 'TIME')}`;

export async function readAll(client: Client, addresses: readonly string[]): Promise<Map<string, string>> {
  const read = new Map<string, string>();
  for (const address of addresses) read.set(address, shown(await client.get(encodeURI(address))));
  return read;
}
