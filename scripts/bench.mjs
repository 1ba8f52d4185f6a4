import { join } from 'node:path';
import { build } from './build.mjs';
import { bundle } from './bundle.mjs';
import { ensureInstalled } from './ensure-installed.mjs';
import { fail, ROOT, run } from './process.mjs';

/** Benchmarks by name; the first is that of REST, which needs none. */
const PROGRAMS = [
  ...['run', 'snapshot', 'webhooks', 'lots', 'contention', 'scale', 'soak', 'backup', 'sizing', 'traces'],
  ...['prices', 'receivables', 'money', 'menus'],
];

// The first argument selects a benchmark; the default is REST.
const [first, ...others] = process.argv.slice(2);
const inBrowser = first === 'ui';
try {
  await ensureInstalled();
  await build(inBrowser || first === 'soak' ? {} : { parts: ['server'] });
  const programs = ['bare', ...PROGRAMS].map((name) => [name, `bench/${name}.ts`]);
  if (!inBrowser) await bundle(Object.fromEntries(programs), 'dist/bench');
} catch (error) {
  fail(error);
}
const [program, options] = PROGRAMS.includes(first) ? [first, others] : ['run', process.argv.slice(2)];
const playwright = [join(ROOT, 'node_modules/@playwright/test/cli.js'), 'test', '-c', 'bench/ui/config.ts'];
process.exitCode = await run(
  process.execPath,
  inBrowser ? [...playwright, ...others] : [join(ROOT, `dist/bench/${program}.js`), ...options],
);
