import { fileURLToPath } from 'node:url';
import { defineConfig, type TestProjectConfiguration } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const root = fileURLToPath(new URL('.', import.meta.url)).replace(/\/$/, '');

/** Tests of these projects run against a real PostgreSQL and, most of them, against the compiled server. */
const onDatabase = {
  globalSetup: ['tests/setup/global.ts'],
  setupFiles: ['tests/setup/left-servers.ts'],
  // Each file has a database and a server of its own; the modules that they share are worth a fifth of the time.
  isolate: false,
};

/** Minutes each, so by `npm run test:full` and `npm run attack` alone. */
const LONG = 'tests/**/*.long.test.ts';
/** Rare cases, and races and kills of seconds each: `npm test` leaves them to `npm run test:full` (decision 280). */
const FULL = 'tests/**/*.full.test.ts';
const EXCLUDED = process.env.TEST_SHORT ? [LONG, FULL] : [LONG];
/** Against the server. `npm test` joins them to one project, whose workers load the server's modules once. */
const ON_SERVER = ['integration', 'rest', 'contract', 'attacks'];
const JOINED = process.env.TEST_JOINED?.split(',');
/**
 * In `npm test` one worker runs what needs no server, as the build takes the other core meanwhile: its files share modules and
 * window, which several workers make again for each file. The others begin after them.
 */
const FIRST = JOINED ? { maxWorkers: 1 } : {};
const AFTER = JOINED ? { sequence: { groupOrder: 1 } } : {};
const onServer = (name: string, folders: readonly string[]): TestProjectConfiguration => ({
  extends: true,
  test: {
    name,
    include: folders.map((folder) => `tests/${folder}/**/*.test.ts`),
    exclude: EXCLUDED,
    ...onDatabase,
    ...AFTER,
  },
});

/** Longer than their size tells, by which Vitest starts files: as the last ones they would keep a run waiting. */
const LONGEST = /(contract.(statuses|failures|fuzz)|unit.voice)\.test\.ts$/;

class LongestFirst extends BaseSequencer {
  /** Keeps the projects in their order: each has workers of its own. */
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const projects = [...new Set(sorted.map(({ project }) => project.name))];
    const rank = ({ project, moduleId }: TestSpecification) =>
      projects.indexOf(project.name) * 2 + (LONGEST.test(moduleId) ? 0 : 1);
    return sorted.sort((one, other) => rank(one) - rank(other));
  }
}

const COMPONENTS = 'tests/unit/components/**/*.test.{ts,tsx}';
/** These replace a module of ours, which must not stay for the files after them. */
const REPLACING = [
  'stock/add-certificate',
  'business/security',
  'orders/cart-quantity',
  'stock/test-results',
].map((name) => `tests/unit/components/${name}.test.tsx`);

export default defineConfig({
  resolve: { alias: { '@': root } },
  test: {
    // Projects take this from here, not from the command line: an option there would count for none of them.
    // In the full run, floods, kills and measurements would fail beside each other for want of a processor.
    maxWorkers: Number(process.env.VITEST_MAX_WORKERS ?? (process.env.TEST_FULL ? 2 : 4)),
    sequence: { sequencer: LongestFirst },
    // Patience costs nothing where all is well: the defaults are short on a busy machine.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // A server may take thirty seconds to stop, and the database ends after it.
    teardownTimeout: 60_000,
    expect: { poll: { timeout: 20_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['tests/unit/**/*.test.ts'],
          exclude: [COMPONENTS, ...EXCLUDED],
          isolate: false,
          ...FIRST,
        },
      },
      { extends: true, test: { name: 'patterns', include: ['tests/patterns/*.test.ts'], ...AFTER } },
      {
        extends: true,
        test: {
          name: 'components',
          include: [COMPONENTS],
          exclude: REPLACING,
          setupFiles: ['tests/setup/components.ts'],
          // React and the components are loaded once for each worker: 0.4 of the processor time.
          isolate: false,
          ...FIRST,
        },
      },
      {
        extends: true,
        test: { name: 'replacing', include: REPLACING, setupFiles: ['tests/setup/components.ts'], ...AFTER },
      },
      ...(JOINED ? [onServer('server', JOINED)] : ON_SERVER.map((name) => onServer(name, [name]))),
      { extends: true, test: { name: 'long', include: [LONG], ...onDatabase, testTimeout: 600_000 } },
      // By `npm run test:full` and `npm run test:patterns`: it measures processor time.
      { extends: true, test: { name: 'bounds', include: ['tests/bounds/*.test.ts'], ...onDatabase } },
      // By `npm run test:full` only: it installs generators of other languages.
      {
        extends: true,
        test: { name: 'generators', include: ['tests/generators/**/*.test.ts'], ...onDatabase },
      },
    ],
  },
});
