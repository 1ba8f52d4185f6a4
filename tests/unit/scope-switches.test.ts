import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import ts from 'typescript';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { IS_SHORT } from '../setup/full';

interface Scope {
  file: string;
  name: string;
}
interface Scopes {
  findScopes(root: string, files: readonly string[]): Promise<Scope[]>;
  installSwitches(
    copy: string,
    scopes: Scope[],
    paths: Record<string, string>,
    workers: string,
  ): Promise<void>;
}

const ROOT = resolve(import.meta.dirname, '../..');
const SOURCES = ['features', 'platform'].flatMap((wing) =>
  readdirSync(join(ROOT, 'server', wing), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts'))
    .map((path) => `server/${wing}/${path}`),
);
/** What the switches change in the setup of tests, and what they add. */
const SETUPS = ['stage', 'server', 'cli', 'scope-switch'];
let copy: string;
let scopes: Scope[];
let found: Scopes;

beforeAll(async () => {
  found = (await import(join(ROOT, 'scripts/scopes.mjs'))) as Scopes;
  copy = mkdtempSync(join(tmpdir(), 'tallyleaf-scope-switches-'));
  for (const path of ['server', 'tests/setup', 'vitest.config.ts']) {
    cpSync(join(ROOT, path), join(copy, path), { recursive: true });
  }
  scopes = await found.findScopes(copy, SOURCES);
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

test('the conditions that keep a query to one business are found in every feature that has them', () => {
  expect(scopes.length).toBeGreaterThan(250);
  const features = new Set(scopes.map(({ file }) => file.split('/')[2]));
  for (const feature of ['inventory', 'lots', 'orders', 'products', 'recalls', 'webhooks', 'api-keys']) {
    expect(features).toContain(feature);
  }
});

test('each condition that another one guards is one that exists', async () => {
  const { GUARDED_TWICE } = (await import(join(ROOT, 'scripts/guarded-scopes.mjs'))) as {
    GUARDED_TWICE: Map<string, string>;
  };
  const names = new Set(scopes.map(({ name }) => name));
  expect([...GUARDED_TWICE.keys()].filter((name) => !names.has(name))).toEqual([]);
});

test.skipIf(IS_SHORT)(
  'switches are installed for all of them, and every file that they change still parses',
  async () => {
    await found.installSwitches(copy, scopes, { control: '/c', hits: '/h', leases: '/l' }, '2');
    const changed = [
      ...new Set(scopes.map(({ file }) => file)),
      ...['vitest.config.ts', ...SETUPS.map((name) => `tests/setup/${name}.ts`)],
      'server/kernel/scope-switch.ts',
      'server/platform/db/render.ts',
    ];
    const broken = changed.filter((file) => {
      const { diagnostics } = ts.transpileModule(readFileSync(join(copy, file), 'utf8'), {
        reportDiagnostics: true,
        compilerOptions: { target: ts.ScriptTarget.Latest },
      });
      return (diagnostics ?? []).length > 0;
    });
    expect(broken).toEqual([]);
    const config = readFileSync(join(copy, 'vitest.config.ts'), 'utf8');
    expect(config).toContain('maxWorkers: 2,');
    // A second list would replace the first, and no test would name itself to its server.
    expect(config.match(/const onDatabase = \{[^}]*\}/)?.[0].match(/setupFiles: .*/g)).toEqual([
      "setupFiles: ['tests/setup/scope-switch.ts', 'tests/setup/left-servers.ts'],",
    ]);
    // What a file left on a stage would fail its next run.
    expect(readFileSync(join(copy, 'tests/setup/stage.ts'), 'utf8')).toMatch(/pid\}\?spoiled`/);
  },
);
