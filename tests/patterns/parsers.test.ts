import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { build } from 'esbuild';
import { expect, test } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../..');

/** The packages that parse files of strangers, and our own reader of CSV. */
const PARSERS = /^(?:pdfjs-dist|pdfkit|papaparse|sharp|hucre|fflate)(?:\/|$)/;
const READERS = [
  'server/kernel/csv-records.ts',
  'server/features/imports/file/rows.ts',
  'server/features/imports/file/workbook.ts',
  'server/platform/pdf/extract.ts',
];

/** The modules that a program is made of, and the packages that they import. */
async function partsOf(entry: string): Promise<{ modules: string[]; packages: string[] }> {
  const { metafile } = await build({
    absWorkingDir: ROOT,
    entryPoints: [entry],
    bundle: true,
    write: false,
    metafile: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    logLevel: 'error',
    outdir: 'unwritten',
  });
  const imports = Object.values(metafile.inputs).flatMap((input) => input.imports);
  return {
    modules: Object.keys(metafile.inputs),
    packages: [...new Set(imports.filter(({ external }) => external).map(({ path }) => path))],
  };
}

const PROGRAMS = {
  'server/features/lots/coa/thread.ts': 'pdfjs-dist',
  'server/features/orders/documents/thread.ts': 'pdfkit',
  'server/features/imports/thread.ts': 'papaparse',
  'server/transport/rest/table-thread.ts': 'papaparse',
  'server/features/menus/paper/thread.ts': 'pdfkit',
  'server/platform/images/program.ts': 'sharp',
  'server/platform/images/print-program.ts': 'sharp',
};

test('serves requests without a parser of files in its process', async () => {
  const { modules, packages } = await partsOf('server/process/main.ts');
  expect(packages.filter((name) => PARSERS.test(name))).toEqual([]);
  expect(modules.filter((path) => READERS.includes(path))).toEqual([]);
});

test.each(Object.entries(PROGRAMS))('%s parses in a thread or process of its own', async (entry, parser) => {
  const { modules, packages } = await partsOf(entry);
  expect(packages.some((name) => name.startsWith(parser))).toBe(true);
  // It reaches no database and no secret: what it reads is sent to it.
  expect(packages).not.toContain('postgres');
  expect(modules.filter((path) => /\/(?:env|cipher|client)\.ts$/.test(path))).toEqual([]);
  expect(readFileSync(resolve(ROOT, 'scripts/build.mjs'), 'utf8')).toContain(`'${entry}'`);
});
