import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Papa from 'papaparse';
import { describe, expect, test } from 'vitest';
import { advisoriesOf, judge } from '../../scripts/trust/advisories.mjs';
import { marked, TABLES } from '../../server/features/tenants/data/tables';
import { ENV_NAMES } from '../../server/kernel/env';
import { PERMISSIONS } from '../../server/kernel/permissions';
import { KEPT } from '../../server/platform/db/marks';
import LEVELS from './asvs-5.0.0-levels.json';

const ROOT = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

const filesOf = (folder: string) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => `${folder}/${name}`);
const CODE = ['app', 'components', 'server'].flatMap(filesOf).map((path) => ({ path, text: read(path) }));

interface Row {
  requirement: string;
  level: string;
  state: string;
  tests: string;
  note: string;
}

describe('OWASP ASVS 5.0.0', () => {
  const { data: rows } = Papa.parse<Row>(read('docs/security/asvs.csv'), {
    header: true,
    skipEmptyLines: true,
  });
  const count = (level: string, state: string) =>
    rows.filter((row) => row.level === level && row.state === state).length;

  test('has one row for each requirement of levels 1 and 2, in the order of the standard', () => {
    const standard = Object.entries(LEVELS).flatMap(([section, levels]) =>
      [...levels].map((level, index) => `${section}.${index + 1} ${level}`),
    );
    expect(rows.map(({ requirement, level }) => `${requirement} ${level}`)).toEqual(
      standard.filter((one) => !one.endsWith(' 3')),
    );
  });

  test('is met by tests that exist, or says why not', () => {
    for (const { requirement, state, tests, note } of rows) {
      expect(['met', 'not applicable', 'open'], requirement).toContain(state);
      if (state === 'met') expect(tests, requirement).not.toBe('');
      else expect(note, requirement).not.toBe('');
      for (const path of tests.split(' ').filter(Boolean)) {
        expect(existsSync(join(ROOT, path)) && /^tests\/.*\.(test\.tsx?|spec\.ts)$/.test(path), path).toBe(
          true,
        );
      }
    }
  });

  test('is counted as its page says', () => {
    const page = read('docs/security/README.md');
    for (const level of ['1', '2']) {
      const counts = ['met', 'not applicable', 'open'].map((state) => count(level, state));
      expect(page).toContain(`| Level ${level} | ${counts.join(' | ')} |`);
    }
  });
});

describe('the code', () => {
  test.each([
    ['evaluates no text', /\beval\(|\bnew Function\(/],
    ['starts no shell', /shell: true|\bexecSync\(|import \{[^}]*\bexec\b[^}]*\} from 'node:child_process'/],
    [
      'makes no HTML of a text',
      /dangerouslySetInnerHTML|\.(?:inner|outer)HTML\s*=|insertAdjacentHTML|document\.write\(/,
    ],
    ['reads no messages of other windows', /window\.addEventListener\('message'/],
  ])('%s', (_, pattern) => {
    expect(CODE.filter(({ text }) => pattern.test(text)).map(({ path }) => path)).toEqual([]);
  });

  test('handles a paste in the grid of prices, in lines of goods and of orders and, to keep it on one line, in inputs, and so forbids none', () => {
    const handling = CODE.filter(({ text }) => /\bonPaste\b/.test(text)).map(({ path }) => path);
    const elsewhere = handling.filter(
      (path) => !/^components\/(catalog\/price-lists|stock\/receiving|orders\/order-entry)\//.test(path),
    );
    expect(elsewhere).toEqual(['components/ui/base/input.tsx']);
  });

  test('names no algorithm that the page of cryptography lacks', () => {
    const page = read('docs/security/cryptography.md');
    const call = /\b(?:create(?:Hash|Hmac|Cipheriv|Decipheriv)|hkdfSync)\(\s*'([^']+)'|\balg: '([^']+)'/g;
    const named = CODE.flatMap(({ text }) =>
      [...text.matchAll(call)].map(([, one, other]) => one ?? other ?? ''),
    );
    expect(named.length).toBeGreaterThan(20);
    expect([...new Set(named)].filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
  });
});

test('the page of connections names every variable that opens or finds one', () => {
  const page = read('docs/security/connections.md');
  const names = ENV_NAMES.filter((name) =>
    /(?:^|_)(?:URL|PORT|HOST)$|LOOPBACK|TRUST_PROXY|ENDPOINT/.test(name),
  );
  expect(names.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
});

describe('the page of data', () => {
  const page = read('docs/security/data.md');
  const namedIn = (text: string) => [...text.matchAll(/`([a-z_]+(?:\.[a-z_]+)?)`/g)].map(([, name]) => name);
  const rowOf = (level: string) => new RegExp(`^\\| ${level} \\| (\`[a-z_]+\`.*)`, 'm').exec(page)?.[1] ?? '';

  test('has each table at one level, and those of two businesses at none lower', () => {
    const levels = ['shared', 'business', 'installation'].map((level) => namedIn(rowOf(level)));
    expect(levels.flat().sort()).toEqual(Object.keys(TABLES).sort());
    const ofTwo = Object.entries(TABLES).flatMap(([name, { rows }]) => (rows?.includes('|') ? [name] : []));
    expect(ofTwo.filter((name) => !levels[0]?.includes(name))).toEqual([]);
  });

  test('says of each column that no export has whether it is secret', () => {
    const [, rest = ''] = page.split('**Secret** columns');
    const columns = Object.entries(TABLES).flatMap(([name, table]) =>
      marked(table, 'withheld').map((column) => `${name}.${column}`),
    );
    const named = namedIn(rest).filter((name) =>
      columns.some((one) => one.split('.')[0] === name?.split('.')[0]),
    );
    expect(named.filter((name) => name?.includes('.')).sort()).toEqual(columns.sort());
  });

  test('names tests that exist', () => {
    const paths = [...page.matchAll(/tests\/[\w./-]+\.(?:test|spec)\.ts/g)].map(([path]) => path);
    expect(paths.length).toBeGreaterThan(15);
    expect(paths.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  });
});

describe('the page of logs', () => {
  const page = read('docs/security/logs.md');

  test('says of each table how long it is kept, and by which permission it is read', () => {
    const rows = [...page.matchAll(/^\| `([a-z_]+)` \| .* \| (.+) \| (.+) \|$/gm)].slice(0, -1);
    expect(rows.length).toBeGreaterThan(5);
    for (const [, name = '', readBy = '', kept] of rows) {
      const table = TABLES[name];
      if (table?.kept !== 'own') expect(kept, name).toBe(table && KEPT[table.kept]);
      const [, permission] = /^`([a-z]+:[a-z]+)`$/.exec(readBy) ?? [];
      if (permission) expect(PERMISSIONS, name).toContain(permission);
    }
  });

  test('has each field of the lines of requests, jobs and security events', () => {
    const fieldsOf = (path: string, from: string, to: string) => {
      const [, rest = ''] = read(path).split(from);
      const [body = ''] = rest.split(to);
      return body.split(/[,\n]/).flatMap((part) => /^\s*(\w+)\s*(?:[:}]|$)/.exec(part)?.[1] ?? []);
    };
    const fields = [
      ...fieldsOf('server/transport/http/observation.ts', 'this.log.info(', "'request'"),
      ...fieldsOf('server/transport/worker/job.ts', 'const line = {', ';'),
      ...fieldsOf('server/platform/security-log.ts', 'log.warn(', "'security'"),
    ];
    expect(fields.length).toBeGreaterThan(20);
    expect(fields.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
  });

  test('has each event', () => {
    const [, declared = ''] =
      /type SecurityEvent = (.+);/.exec(read('server/platform/security-log.ts')) ?? [];
    const events = [...declared.matchAll(/'(\w+)'/g)].map(([, event]) => event);
    expect(events.length).toBeGreaterThan(3);
    expect(events.filter((event) => !page.includes(`| \`${event}\` |`))).toEqual([]);
  });

  test('names every place that writes one: the logger, the process and the command line', () => {
    const writes = CODE.filter(
      ({ path, text }) =>
        path.startsWith('server/') &&
        /\bconsole\.\w+\(|process\.(?:stdout|stderr)\.write\(|\bpino\(/.test(text),
    );
    const known =
      /^server\/(?:process\/|platform\/(?:log|images\/(?:print-)?program|backup\/wal\/program)\.ts$)/;
    expect(writes.map(({ path }) => path).filter((path) => !known.test(path))).toEqual([]);
  });
});

describe('accepted advisories', () => {
  const audit = {
    vulnerabilities: {
      left: {
        via: [
          { source: 1, name: 'left', title: 'Pads', severity: 'high', url: 'https://x/GHSA-aaaa-bbbb-cccc' },
        ],
      },
      right: { via: ['left'] },
    },
  };
  const accepted = {
    id: 'GHSA-aaaa-bbbb-cccc',
    package: 'left',
    reason: 'not called',
    expires: '2026-11-30',
  };
  const found = advisoriesOf(audit);

  test('count until their last day, and not after it', () => {
    expect(found).toEqual([{ id: accepted.id, package: 'left', severity: 'high', title: 'Pads' }]);
    expect(judge(found, [], '2026-11-30')).toEqual({ open: found, expired: [], unused: [] });
    expect(judge(found, [accepted], '2026-11-30')).toEqual({ open: [], expired: [], unused: [] });
    expect(judge(found, [accepted], '2026-12-01')).toEqual({ open: found, expired: [accepted], unused: [] });
    expect(judge([], [accepted], '2026-11-30').unused).toEqual([accepted]);
  });

  test('each have a package that is locked, a reason and a last day', () => {
    const list = JSON.parse(read('.github/advisories.json')) as Array<typeof accepted>;
    const locked = JSON.parse(read('package-lock.json')).packages;
    for (const { id, package: name, reason, expires } of list) {
      expect(id).toMatch(/^GHSA(-\w{4}){3}$/);
      expect(
        Object.keys(locked).some((path) => path.endsWith(`node_modules/${name}`)),
        name,
      ).toBe(true);
      expect(reason).not.toBe('');
      expect(new Date(expires).toISOString().slice(0, 10)).toBe(expires);
    }
  });
});
