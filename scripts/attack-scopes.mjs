import { execFileSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureInstalled } from './ensure-installed.mjs';
import { fail, installed, ROOT, run } from './process.mjs';

/**
 * Removes each condition that keeps a query to one entity, user or set of locations, one at a time in a copy of the
 * tree, and expects a test to fail (decision 103): `npm run attack:scopes [-- --only PATTERN] [--list]`. Prints the
 * conditions that no test missed, and then exits with 1.
 */
const USAGE = 'usage: npm run attack:scopes [-- --only PATTERN] [--list]';
const LIMIT_MS = 10 * 60_000;

/** How scopes are written, and what replaces them: as many parameters of the same types, and no condition. */
const SCOPES = [
  {
    // SQL: `i.entity_id = ${entity.id}`
    written:
      /\b(?:\w+\.)?(?:actor_)?(?:entity_id|wholesaler_id|retailer_id|user_id) = \$\{(?!ID\})([^{}]+)\}/g,
    without: (_, value) => `\${${value}}::uuid is not null`,
  },
  {
    // Drizzle: `eq(drivers.entityId, entityId)`
    written:
      /\beq\((\w+\.(?:entityId|wholesalerId|retailerId|userId)), (?!\w+\.(?:id|entityId|userId)\))[\w.]+\)/g,
    without: (_, column) => `eq(${column}, ${column})`,
  },
  { written: /\b(?:\w+\.)*locationIds === null/g, without: () => 'true' },
  { written: /\b(?:\w+\.)*locationIds !== null/g, without: () => 'false' },
  { written: /\bactor\.locationIds\s*\? /g, without: () => 'false ? ' },
  {
    written: /\b\w+\.(?:entityId|wholesalerId|retailerId) !== (?:\w+\.)*(?:entity\.id|entityId)\b/g,
    without: () => 'false',
  },
];

/** The tests that should notice, beside those of every feature: beginnings of their paths below `tests/`. */
const ALWAYS = ['contract/tenants.', 'rest/location-limits.'];
const TESTS = {
  'api-keys': ['rest/api-keys', 'attacks/api-keys'],
  audit: ['rest/audit'],
  auth: ['rest/auth-', 'rest/team'],
  entities: ['rest/entity', 'rest/team', 'rest/locations', 'rest/invitations', 'rest/connections'],
  imports: ['rest/imports'],
  inventory: ['rest/inventory-', 'rest/lots-', 'rest/batches-list'],
  lots: ['rest/lots-', 'rest/batches-list', 'rest/coa-batches', 'rest/recalls'],
  market: ['rest/market'],
  notifications: ['rest/notification', 'integration/notifications/'],
  orders: ['rest/orders-', 'rest/order-documents', 'rest/receipts', 'rest/fleet', 'rest/lots-orders'],
  overview: ['rest/overview'],
  pos: ['rest/pos-', 'rest/inventory-sync'],
  products: ['rest/products-', 'rest/coa-'],
  recalls: ['rest/recalls'],
  usage: ['rest/rate-limits', 'rest/platform-queries'],
  views: ['rest/views'],
  webhooks: ['rest/webhooks', 'integration/webhooks/isolation'],
  idempotency: ['rest/idempotency'],
};

/** Every scope of the sources: file, line, the text before and after. */
async function findScopes(files) {
  const found = [];
  for (const file of files) {
    const text = await readFile(join(ROOT, file), 'utf8');
    for (const { written, without } of SCOPES) {
      for (const match of text.matchAll(written)) {
        const line = text.slice(0, match.index).split('\n').length;
        const changed =
          text.slice(0, match.index) + without(...match) + text.slice(match.index + match[0].length);
        found.push({ file, line, name: `${file}:${line} ${match[0].replaceAll(/\s+/g, ' ')}`, changed });
      }
    }
  }
  return found.sort((a, b) => a.file.localeCompare(b.file) || a.line - b.line);
}

function testsOf(file, all) {
  const [, , feature] = file.split('/');
  const starts = [...ALWAYS, ...(TESTS[feature] ?? [])];
  return all.filter((test) => starts.some((start) => test.startsWith(`tests/${start}`)));
}

/** @returns whether the tests pass in the copy, and their output */
async function passes(copy, tests) {
  const output = [];
  const code = await run(
    installed('vitest'),
    [
      'run',
      '--root',
      copy,
      '--bail',
      '1',
      '--maxWorkers',
      '2',
      '--project',
      'rest',
      '--project',
      'contract',
      '--project',
      'integration',
      '--project',
      'attacks',
      ...tests,
    ],
    { collect: output, timeoutMs: LIMIT_MS },
  );
  return { passed: code === 0, output: output.join('') };
}

async function copyTree(files) {
  const copy = await mkdtemp(join(tmpdir(), 'tallyleaf-scopes-'));
  for (const file of files) {
    await mkdir(dirname(join(copy, file)), { recursive: true });
    await cp(join(ROOT, file), join(copy, file));
  }
  await symlink(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
  return copy;
}

const options = { only: { type: 'string' }, list: { type: 'boolean' } };
const { only, list } = (() => {
  try {
    return parseArgs({ options }).values;
  } catch (error) {
    return fail(`${error.message}\n${USAGE}`);
  }
})();
process.chdir(ROOT);
await ensureInstalled();
const tracked = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  encoding: 'utf8',
})
  .split('\n')
  .filter(Boolean);
const sources = tracked.filter((file) => /^server\/(features|platform)\/.*\.ts$/.test(file));
const tests = tracked.filter((file) => /^tests\/.*\.test\.ts$/.test(file) && !file.includes('.long.'));
const scopes = (await findScopes(sources)).filter(({ name }) => !only || name.includes(only));
if (scopes.length === 0) fail(`No scope matches ${only}.`);
if (list) {
  process.stdout.write(`${scopes.map(({ name }) => name).join('\n')}\n${scopes.length} scopes\n`);
  process.exit(0);
}
const copy = await copyTree(tracked);
const survivors = [];
const sound = new Set();
try {
  for (const { file, name, changed } of scopes) {
    const selected = testsOf(file, tests);
    const key = selected.join();
    if (!sound.has(key)) {
      // A test that fails by itself would notice everything.
      const { passed, output } = await passes(copy, selected);
      if (!passed) throw new Error(`The tests fail before anything is removed:\n${output}`);
      sound.add(key);
    }
    await writeFile(join(copy, file), changed);
    const { passed } = await passes(copy, selected);
    await cp(join(ROOT, file), join(copy, file));
    if (passed) survivors.push(name);
    process.stdout.write(`${passed ? 'SURVIVES' : 'noticed '} ${name}\n`);
  }
} finally {
  await rm(copy, { recursive: true, force: true });
}
process.stdout.write(`${scopes.length} scopes removed, ${survivors.length} survived\n`);
process.exitCode = survivors.length === 0 ? 0 : 1;
