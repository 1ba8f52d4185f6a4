import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../..');

/** File, what it imports from where, and the rule that it breaks. */
const FORBIDDEN: [file: string, name: string, from: string, rule: string][] = [
  ['server/kernel/planted.ts', 'openDatabase', '../platform/db/client', 'kernel-imports-downward'],
  [
    'server/platform/db/planted.ts',
    'moveOrder',
    '../../features/orders/service',
    'platform-imports-downward',
  ],
  ['server/platform/outbox/planted.ts', 'router', '../../operation/init', 'platform-imports-downward'],
  ['server/operation/planted.ts', 'moveOrder', '../features/orders/service', 'operation-imports-downward'],
  [
    'server/features/orders/flow/planted-b.ts',
    'sendJson',
    '../../../transport/rest/envelope',
    'features-imports-downward',
  ],
  ['server/transport/planted.ts', 'runProcess', '../process/process', 'transport-imports-downward'],
  ['server/planted-b.ts', 'moveOrder', './features/orders/service', 'every-file-has-a-wing'],
  ['server/features/returns/planted.ts', 'moveOrder', '../orders/service', 'every-feature-has-its-place'],
  ['server/features/auth/planted.ts', 'getEntity', '../entities/queries', 'auth-imports-earlier-features'],
  [
    'server/features/products/planted.ts',
    'adjustItem',
    '../inventory/service',
    'products-imports-earlier-features',
  ],
  [
    'server/features/inventory/planted.ts',
    'getOrder',
    '../orders/queries',
    'inventory-imports-earlier-features',
  ],
  [
    'server/features/recalls/planted.ts',
    'lockOrder',
    '../orders/flow/lock',
    'other-features-by-service-queries-schema',
  ],
  ['components/orders/planted-d.ts', 'toCents', '../../server/kernel/env', 'pages-reach-the-server-by-types'],
  [
    'server/features/orders/flow/planted-a.ts',
    'inventoryRouter',
    '../../inventory/router',
    'other-features-by-service-queries-schema',
  ],
  ['server/features/orders/planted.ts', 'moveOrder', './service', 'every-room-of-orders-has-its-place'],
  [
    'server/features/orders/stock/planted.ts',
    'lockOrder',
    '../flow/lock',
    'orders-stock-imports-earlier-rooms',
  ],
  ['server/features/orders/fleet/planted.ts', 'order', '../resource', 'orders-fleet-imports-earlier-rooms'],
  ['server/kernel/planted-b.ts', 'formatMoney', '../../components/ui/format', 'server-never-imports-pages'],
  [
    'components/orders/planted-a.ts',
    'moveOrder',
    '../../server/features/orders/service',
    'pages-reach-the-server-by-types',
  ],
  ['components/ui/base/planted-a.ts', 'toCents', '../../../server/kernel/money', 'ui-knows-no-domain'],
  ['components/planted/a.ts', 'toCents', '../../server/kernel/money', 'every-component-has-a-wing'],
  ['components/ui/base/planted-b.ts', 'formatMoney', '../format', 'ui-knows-no-domain'],
  ['server/kernel/circle-a.ts', 'b', './circle-b', 'no-circles'],
  // Back to it leads a type-only import.
  ['server/features/audit/circle-a.ts', 'rows', './circle-b.sql', 'no-circles'],
];
const ALLOWED: [file: string, line: string][] = [
  ['server/features/recalls/planted-b.ts', "import { postMovement as x } from '../inventory/ledger/ledger';"],
  ['server/features/orders/flow/planted-c.ts', "import { adjustItem as x } from '../../inventory/service';"],
  ['components/orders/planted-b.ts', "import { Order as x } from '../../server/features/orders/schema';"],
  [
    'components/orders/planted-c.ts',
    "import type { Actor } from '../../server/kernel/actor'; const x = {} as Actor;",
  ],
  ['components/ui/base/planted-c.ts', "import { classNames as x } from './class-names';"],
];

/** The rules that each planted file breaks. */
const broken = new Map<string, string[]>();

beforeAll(async () => {
  // A copy, so that a parallel build or commit doesn't see the planted imports.
  const copy = await mkdtemp(join(tmpdir(), 'imports-'));
  afterAll(() => rm(copy, { recursive: true, force: true }));
  for (const path of [
    'server',
    'app',
    'components',
    'tsconfig.json',
    '.dependency-cruiser.cjs',
    'package.json',
  ]) {
    await cp(join(ROOT, path), join(copy, path), { recursive: true });
  }
  await symlink(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
  for (const [file, name, from] of FORBIDDEN) {
    await mkdir(dirname(join(copy, file)), { recursive: true });
    await writeFile(
      join(copy, file),
      `import { ${name} } from '${from}';\nexport const planted = () => ${name};\n`,
    );
  }
  const back = "import { planted } from './circle-a';\nexport const b = () => planted;\n";
  await writeFile(join(copy, 'server/kernel/circle-b.ts'), back);
  const row =
    "import type { planted } from './circle-a';\nexport const rows = (): typeof planted | null => null;\n";
  await writeFile(join(copy, 'server/features/audit/circle-b.sql.ts'), row);
  for (const [file, line] of ALLOWED)
    await writeFile(join(copy, file), `${line}\nexport const planted = x;\n`);
  for (const { from, rule } of await violations(copy))
    broken.set(from, [...(broken.get(from) ?? []), rule.name]);
}, 180_000);

async function violations(cwd: string): Promise<{ from: string; rule: { name: string } }[]> {
  const command = join(ROOT, 'node_modules/.bin/depcruise');
  // The planted files and what they import: `npm test` checks the others in a step of its own.
  const planted = [...FORBIDDEN, ...ALLOWED].map(([file]) => file);
  const options = ['--config', '.dependency-cruiser.cjs', '--output-type', 'json', '--max-depth', '2'];
  const args = [...planted, ...options];
  const output = await new Promise<string>((done, failed) => {
    execFile(command, args, { cwd, maxBuffer: 1024 * 1024 * 1024 }, (error, stdout) => {
      if (stdout === '' && error) failed(error);
      else done(stdout);
    });
  });
  return JSON.parse(output).summary.violations;
}

describe('finds a planted forbidden import', () => {
  test.each(FORBIDDEN)('finds %s importing %s from %s: %s', (file, _, __, rule) => {
    expect(broken.get(file)).toContain(rule);
  });
});

describe('accepts an allowed import', () => {
  test.each(ALLOWED)('%s: %s', (file) => {
    expect(broken.get(file)).toBeUndefined();
  });
});

test('reads the environment only in server/kernel/env.ts', async () => {
  const readers: string[] = [];
  for (const folder of ['server', 'app', 'components']) {
    for (const file of await readdir(join(ROOT, folder), { recursive: true })) {
      if (!/\.tsx?$/.test(file)) continue;
      // Its examples of the API read the environment of the program that they become part of.
      if (file === 'ui/reference/snippets.ts') continue;
      // PostgreSQL starts it for each segment: parsing the whole environment would take longer than its work.
      if (file === 'platform/backup/wal/program.ts') continue;
      const text = await readFile(join(ROOT, folder, file), 'utf8');
      // In the browser it is a word that Next puts in when it builds.
      const source = folder === 'server' ? text : text.replaceAll('process.env.NODE_ENV', '');
      if (/process\.env|\benv\b.*from 'node:process'/.test(source)) readers.push(`${folder}/${file}`);
    }
  }
  expect(readers).toEqual(['server/kernel/env.ts']);
});

test('imports no server file for its side effect', async () => {
  const importers: string[] = [];
  for (const file of await readdir(join(ROOT, 'server'), { recursive: true })) {
    if (!file.endsWith('.ts')) continue;
    const source = await readFile(join(ROOT, 'server', file), 'utf8');
    if (/^import ['"]/m.test(source)) importers.push(file);
  }
  expect(importers).toEqual([]);
});
