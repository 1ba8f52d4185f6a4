import { execFile } from 'node:child_process';
import { cp, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../..');

/** File, what it imports from where, and the rule that it breaks. */
const FORBIDDEN: [file: string, name: string, from: string, rule: string][] = [
  ['server/kernel/planted.ts', 'openDatabase', '../db/client', 'kernel-imports-nothing-of-ours'],
  ['server/db/planted.ts', 'moveOrder', '../orders/service', 'db-lies-on-the-kernel'],
  ['server/outbox/planted.ts', 'router', '../trpc/init', 'records-lie-on-the-db'],
  ['server/trpc/planted.ts', 'moveOrder', '../orders/service', 'trpc-knows-no-slice'],
  ['server/auth/planted.ts', 'getEntity', '../entities/queries', 'auth-imports-downward'],
  ['server/products/planted.ts', 'adjustItem', '../inventory/service', 'products-imports-downward'],
  ['server/inventory/planted.ts', 'getOrder', '../orders/queries', 'inventory-imports-downward'],
  [
    'server/orders/planted-a.ts',
    'inventoryRouter',
    '../inventory/router',
    'other-slices-by-service-queries-schema',
  ],
  ['server/orders/planted-b.ts', 'sendJson', '../rest/envelope', 'slices-know-no-transport'],
  ['server/planted.ts', 'formatMoney', '../components/format', 'server-never-imports-pages'],
  ['components/planted-a.ts', 'moveOrder', '../server/orders/service', 'pages-reach-the-server-by-types'],
  ['components/ui/planted-a.ts', 'toCents', '../../server/kernel/money', 'ui-knows-no-domain'],
  ['components/ui/planted-b.ts', 'formatMoney', '../format', 'ui-knows-no-domain'],
  ['server/kernel/circle-a.ts', 'b', './circle-b', 'no-circles'],
];
const ALLOWED: [file: string, line: string][] = [
  ['server/orders/planted-c.ts', "import { adjustItem as x } from '../inventory/service';"],
  ['components/planted-b.ts', "import { Order as x } from '../server/orders/schema';"],
  ['components/planted-c.ts', "import type { Actor } from '../server/kernel/actor'; const x = {} as Actor;"],
  ['components/ui/planted-c.ts', "import { classNames as x } from './class-names';"],
];

/** The rules that each planted file breaks. */
const broken = new Map<string, string[]>();

beforeAll(async () => {
  // A copy, so that nobody who builds or commits meanwhile meets what is planted.
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
    await writeFile(
      join(copy, file),
      `import { ${name} } from '${from}';\nexport const planted = () => ${name};\n`,
    );
  }
  const back = "import { planted } from './circle-a';\nexport const b = () => planted;\n";
  await writeFile(join(copy, 'server/kernel/circle-b.ts'), back);
  for (const [file, line] of ALLOWED)
    await writeFile(join(copy, file), `${line}\nexport const planted = x;\n`);
  for (const { from, rule } of await violations(copy))
    broken.set(from, [...(broken.get(from) ?? []), rule.name]);
}, 180_000);

async function violations(cwd: string): Promise<{ from: string; rule: { name: string } }[]> {
  const command = join(ROOT, 'node_modules/.bin/depcruise');
  const args = [
    'server',
    'app',
    'components',
    '--config',
    '.dependency-cruiser.cjs',
    '--output-type',
    'json',
  ];
  const output = await new Promise<string>((done, failed) => {
    execFile(command, args, { cwd, maxBuffer: 1024 * 1024 * 1024 }, (error, stdout) => {
      if (stdout === '' && error) failed(error);
      else done(stdout);
    });
  });
  return JSON.parse(output).summary.violations;
}

describe('a forbidden import that is planted is found', () => {
  test.each(FORBIDDEN)('%s imports %s from %s: %s', (file, _, __, rule) => {
    expect(broken.get(file)).toContain(rule);
  });
});

describe('an import that the rules allow is left alone', () => {
  test.each(ALLOWED)('%s: %s', (file) => {
    expect(broken.get(file)).toBeUndefined();
  });
});

test('the environment is read in server/kernel/env.ts alone', async () => {
  const readers: string[] = [];
  for (const folder of ['server', 'app', 'components']) {
    for (const file of await readdir(join(ROOT, folder), { recursive: true })) {
      if (!/\.tsx?$/.test(file)) continue;
      const source = await readFile(join(ROOT, folder, file), 'utf8');
      if (/process\.env|\benv\b.*from 'node:process'/.test(source)) readers.push(`${folder}/${file}`);
    }
  }
  expect(readers).toEqual(['server/kernel/env.ts']);
});
