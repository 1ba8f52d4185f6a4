import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { EVENT_NAMES } from '../../server/kernel/events';

const ROOT = join(import.meta.dirname, '../..');
const FOLDERS = ['app', 'components', 'server'];
const isWritten = (name: string) => /\.tsx?$/.test(name) && !name.includes('/migrations/');

/** Files of the product without their comments. */
const SOURCES = FOLDERS.flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter(isWritten)
    .map((name) => {
      const source = readFileSync(join(ROOT, folder, name), 'utf8');
      return { path: `${folder}/${name}`, code: source.replace(/\/\*[\s\S]*?\*\/|(?<!:)\/\/.*$/gm, '') };
    }),
);

/** Events whose audit action, notices, samples or pages name them, too. */
const WIDER: Partial<Record<(typeof EVENT_NAMES)[number], number>> = {
  'batch.created': 6,
  'connection.accepted': 6,
  'connection.ended': 6,
  'customer.created': 6,
  'dispute.closed': 7,
  'dispute.opened': 6,
  'goods.received': 6,
  'inventory.low_stock': 7,
  'inventory.sync.completed': 7,
  'inventory.updated': 10,
  'invoice.issued': 6,
  'location.created': 7,
  'order.commented': 6,
  'order.created': 10,
  'order.edited': 8,
  'order.updated': 13,
  'product.created': 9,
  'product.updated': 10,
  'quote.sent': 6,
  'remittance.declined': 6,
  'remittance.recorded': 6,
  'remittance.sent': 6,
  'transfer.completed': 7,
};

/** Its declaration, its data, what emits it, the router, and what pages fetch again. */
test.each(EVENT_NAMES.map((name) => [name, WIDER[name] ?? 5] as const))(
  'the event %s is spelled in at most %i files',
  (name, most) => {
    // What pages fetch again is one place, a file a wing.
    const spelled = SOURCES.filter(({ code }) => code.includes(`'${name}'`)).map(({ path }) =>
      path.replace(/(providers\/changes)\/[\w-]+\.ts$/, '$1'),
    );
    const spelling = [...new Set(spelled)];
    expect(spelling).toContain('server/kernel/events.ts');
    expect(spelling.length, spelling.join('\n')).toBeLessThanOrEqual(most);
  },
);
