import { readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { PgDialect } from 'drizzle-orm/pg-core';
import { runMigrations } from 'graphile-worker';
import ts from 'typescript';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { applicationAddresses } from '../../../server/platform/db/application-role';
import { openDatabase } from '../../../server/platform/db/client';
import { render } from '../../../server/platform/db/render';
import type { Rollup } from '../../../server/platform/db/rollup.sql';
import type { Statement } from '../../../server/platform/db/statement';
import { Leases } from '../../../server/platform/lease/lease';
import { openTestDatabase, type TestDatabase } from '../../setup/database';
import { IS_SHORT } from '../../setup/full';

const ROOT = resolve(import.meta.dirname, '../../..');

/** Where raw SQL is executed beside `*.sql.ts`, and why. */
const RAW: Record<string, string> = {
  'features/tenants/erasure/address.ts': 'columns of an address, across features',
  'features/tenants/erasure/erase.ts': 'settings and a lock of its transaction',
  'features/tenants/erasure/rows.ts': 'columns come from the declaration',
  'features/tenants/export/collect.ts': 'tables and columns come from the declaration',
  'platform/db/purge.ts': 'deletes from any table',
  'platform/db/unhurried.ts': 'set local',
  'features/entities/claims/merge.ts': 'set constraints',
  'features/entities/founding.ts': 'an advisory lock',
  'features/inventory/ledger/verify.ts': 'locks a table',
  'process/demo/bulk-insert.ts': 'writes any table of the demo',
  'process/demo/seed.ts': 'analyze',
  'process/commands/import-products.ts': 'analyze',
};

let database: TestDatabase;
let files: string[];
let statements: Array<{ file: string; name: string; statement: Statement<unknown[], unknown, unknown> }>;

beforeAll(async () => {
  database = await openTestDatabase();
  files = (await readdir(join(ROOT, 'server'), { recursive: true })).filter((file) => file.endsWith('.ts'));
  statements = [];
  for (const file of files.filter((name) => name.endsWith('.sql.ts'))) {
    const exported: Record<string, unknown> = await import(join(ROOT, 'server', file));
    for (const [name, value] of Object.entries(exported)) {
      if (isStatement(value)) statements.push({ file, name, statement: value });
      if (isRollup(value)) {
        statements.push({ file, name: `${name}.wrong`, statement: value.wrong });
        statements.push({ file, name: `lock ${name}.lockAndRepair`, statement: value.lockAndRepair });
      }
      if (value instanceof Leases) statements.push({ file, name: `${name}.renew`, statement: value.renew });
    }
  }
});
afterAll(() => database.close());

const isRollup = (value: unknown): value is Rollup =>
  typeof value === 'object' && value !== null && 'lockAndRepair' in value;

function isStatement(value: unknown): value is Statement<unknown[], unknown, unknown> {
  return typeof value === 'function' && 'build' in value && 'samples' in value;
}

// The application's role plans every statement too; the compiler takes half a minute of CPU time to read the row types.
test.skipIf(IS_SHORT)(
  'PostgreSQL prepares every statement, and each column is of the declared type',
  async () => {
    const rowTypes = readRowTypes(files.filter((file) => file.endsWith('.sql.ts')));
    const dialect = new PgDialect();
    const faults: string[] = [];
    for (const { file, name, statement } of statements) {
      const place = `${file} ${name}`;
      for (const sample of statement.samples) {
        const query = dialect.sqlToQuery(statement.build(...sample));
        try {
          const { columns } = await database.sql.unsafe(query.sql, query.params as never[]).describe();
          faults.push(...compare(columns, rowTypes.get(place) ?? null).map((fault) => `${place}: ${fault}`));
        } catch (error) {
          faults.push(`${place}: ${(error as Error).message}\n${query.sql}`);
        }
      }
    }
    expect(faults).toEqual([]);
  },
  180_000,
);

test('every statement is rendered as Drizzle renders it, also when parts of it were rendered before', () => {
  const dialect = new PgDialect();
  for (const { statement } of statements) {
    for (const sample of statement.samples) {
      const built = statement.build(...sample);
      const { sql, params } = dialect.sqlToQuery(built);
      for (let n = 0; n < 2; n++) expect(render(built)).toMatchObject({ sql, params });
    }
  }
});

test("the application's role may run every statement", async () => {
  await runMigrations({ connectionString: database.url });
  const owner = { url: database.url, direct: database.url };
  const { url } = await applicationAddresses(owner, { warn: () => {} });
  expect(url).not.toBe(database.url);
  const dialect = new PgDialect();
  const role = openDatabase({ url, pool: 1 });
  const faults: string[] = [];
  // Erasing is done by the operator's commands, as the owner of the tables.
  const OWNERS = ['eraseAuditRows', 'eraseLedgerRows'];
  for (const { file, name, statement } of statements.filter((one) => !OWNERS.includes(one.name))) {
    if (statement.samples.length === 0) faults.push(`${file} ${name}: has no sample`);
    for (const sample of statement.samples) {
      const { sql } = dialect.sqlToQuery(statement.build(...sample));
      // Plans without running: PostgreSQL checks the privileges of every table in it.
      await role.sql
        .unsafe(`explain (generic_plan) ${sql}`)
        .simple()
        .catch((error) => {
          faults.push(`${file} ${name}: ${error.message}`);
        });
    }
  }
  await expect(role.sql`explain delete from audit_log`).rejects.toMatchObject({ code: '42501' });
  await role.close();
  expect(faults).toEqual([]);
  expect(statements.length).toBeGreaterThan(120);
}, 180_000);

test('a statement that waits for locks is named lock…', () => {
  const dialect = new PgDialect();
  const misnamed = statements.filter(({ name, statement }) => {
    const texts = statement.samples.map((sample) => dialect.sqlToQuery(statement.build(...sample)).sql);
    return texts.some((text) => LOCKS.test(text)) && !name.startsWith('lock');
  });
  expect(misnamed.map(({ file, name }) => `${file} ${name}`)).toEqual([]);
});

const LOCKS = /\bfor (no key update|update|key share|share)\b(?!.*\bskip locked)|pg_advisory_xact_lock/s;

test('statements and leases are declared by *.sql.ts files alone', async () => {
  const outside: string[] = [];
  for (const file of files.filter((name) => !name.endsWith('.sql.ts'))) {
    const text = await readFile(join(ROOT, 'server', file), 'utf8');
    if (/= statement\(|\bnew Leases\b|Leases\.(take|change|release)\(/.test(text)) outside.push(file);
  }
  expect(outside).toEqual(['platform/lease/lease.ts']);
});

test('raw SQL is executed by *.sql.ts files alone', async () => {
  const outside: string[] = [];
  for (const file of files.filter((name) => !name.endsWith('.sql.ts'))) {
    const text = await readFile(join(ROOT, 'server', file), 'utf8');
    if (/\.execute\s*[<(]/.test(text)) outside.push(file);
  }
  expect(outside.sort()).toEqual(Object.keys(RAW).sort());
});

type Kind = 'string' | 'number' | 'boolean' | 'json' | 'list' | 'bytes' | 'unknown';

/** What the driver makes of a column, by the type's oid. Times and 64-bit numbers stay texts. */
const KINDS: Record<number, Kind> = {
  16: 'boolean',
  17: 'bytes',
  20: 'string',
  21: 'number',
  23: 'number',
  25: 'string',
  114: 'json',
  700: 'number',
  701: 'number',
  1007: 'list',
  1009: 'list',
  1043: 'string',
  1082: 'string',
  1184: 'string',
  1700: 'string',
  2278: 'unknown',
  2950: 'string',
  2951: 'list',
  3802: 'json',
};

function compare(columns: ReadonlyArray<{ name: string; type: number }>, row: RowType | null): string[] {
  if (!row) return [];
  const present = new Map(columns.map(({ name, type }) => [name, KINDS[type] ?? `oid ${type}`]));
  const faults = [...present].flatMap(([name, kind]) => {
    const declared = row.get(name)?.kind;
    if (declared === undefined) return [`${name} is not declared`];
    const fits = kind === declared || kind === 'json' || declared === 'unknown';
    return fits ? [] : [`${name} is declared as ${declared}, and comes as ${kind}`];
  });
  const absent = [...row].filter(([name, { optional }]) => !optional && !present.has(name));
  return [...faults, ...absent.map(([name]) => `${name} is declared, and no column`)];
}

type RowType = Map<string, { kind: Kind; optional: boolean }>;

/** The row type of each statement that declares one, by `file name`. */
function readRowTypes(names: readonly string[]): Map<string, RowType> {
  const config = ts.readConfigFile(join(ROOT, 'tsconfig.json'), ts.sys.readFile).config;
  const { options } = ts.parseJsonConfigFileContent({ ...config, files: [], include: [] }, ts.sys, ROOT);
  const paths = names.map((name) => join(ROOT, 'server', name));
  const program = ts.createProgram(paths, { ...options, noEmit: true, incremental: false });
  const checker = program.getTypeChecker();
  const found = new Map<string, RowType>();
  for (const [index, path] of paths.entries()) {
    const source = program.getSourceFile(path);
    const module = source && checker.getSymbolAtLocation(source);
    for (const symbol of module ? checker.getExportsOfModule(module) : []) {
      const type = checker.getTypeOfSymbol(symbol);
      if (type.symbol?.name !== 'Statement') continue;
      const row = checker.getTypeArguments(type as ts.TypeReference)[1];
      if (!row || row.flags & ts.TypeFlags.Unknown) continue;
      found.set(`${names[index]} ${symbol.name}`, columnsOf(checker, row));
    }
  }
  return found;
}

function columnsOf(checker: ts.TypeChecker, row: ts.Type): RowType {
  return new Map(
    checker.getPropertiesOfType(row).map((property) => [
      property.name,
      {
        kind: kindOf(checker, checker.getTypeOfSymbol(property)),
        optional: (property.flags & ts.SymbolFlags.Optional) !== 0,
      },
    ]),
  );
}

function kindOf(checker: ts.TypeChecker, type: ts.Type): Kind {
  const parts = type.isUnion() ? type.types : [type];
  const given = parts.filter((part) => !(part.flags & (ts.TypeFlags.Null | ts.TypeFlags.Undefined)));
  const all = (flags: ts.TypeFlags) => given.every((part) => part.flags & flags);
  if (all(ts.TypeFlags.Any | ts.TypeFlags.Unknown)) return 'unknown';
  if (all(ts.TypeFlags.StringLike)) return 'string';
  if (all(ts.TypeFlags.NumberLike)) return 'number';
  if (all(ts.TypeFlags.BooleanLike)) return 'boolean';
  if (given.every((part) => part.symbol?.name === 'Buffer')) return 'bytes';
  return given.every((part) => checker.isArrayType(part)) ? 'list' : 'json';
}
