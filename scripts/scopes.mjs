import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';

/** What a mutated file imports; the copy alone has it. */
const SWITCH = 'server/kernel/scope-switch';

/** How scopes are written, and with what a switch replaces each: it keeps the condition, or drops it. */
const WRITTEN = [
  {
    // SQL: `i.entity_id = ${entity.id}`, `${row}.entity_id = ${place}.entity_id`; not `set entity_id = ${to}`
    pattern:
      /(?:\$\{[\w.()]+\}\.|(?<!\bset |[.\w])(?:\w+\.)?)(?:actor_)?(?:entity_id|wholesaler_id|retailer_id|requester_id|target_id|user_id|actor_id|actor_key_id) = \$\{(?!ID\}|input\.)([^{}]+)\}(\.\w+)?/g,
    // As many parameters of the same types.
    switched: (id, text, value, column = '::uuid') =>
      `\${scoped(${id}, anySql\`${text}\`, anySql\`\${${value}}${column} is not null\`)}`,
  },
  {
    // SQL: `q.entity_id = any(${sellers})`
    pattern: /\b\w+\.(?:entity_id|seller_id) = any\(\$\{sellers\}\)/g,
    switched: (id, text) => `\${scoped(${id}, anySql\`${text}\`, anySql\`true\`)}`,
  },
  {
    // SQL: `p.entity_id in ${connectedEntityIds(entity.id)}`
    pattern: /\b\w+\.(?:entity_)?id in \$\{(?:connectedEntityIds|sellersOf)\([^{}]+\)\}/g,
    switched: (id, text) => `\${scoped(${id}, anySql\`${text}\`, anySql\`true\`)}`,
  },
  {
    // A condition that a feature gives to its statements: `visibleItems(actor)`
    pattern:
      /(?<!function )\b(?:visible|listed|readable|own)[A-Z]\w*\((?:(?:\w+\.)*(?:actor|viewer)(?:, [\w']+)?|\{ entity \})\)/g,
    switched: (id, text) => `scoped(${id}, ${text}, anySql\`true\`)`,
  },
  {
    // Drizzle: `eq(drivers.entityId, entityId)`, `eq(savedViews.userId, actor.userId)`; not a join of two tables
    pattern:
      /\beq\((\w+\.(?:entityId|wholesalerId|retailerId|userId)), (?!(?!actor\.)\w+\.(?:id|entityId|userId)\))[\w.]+\)/g,
    switched: (id, text, column) => `scoped(${id}, ${text}, anySql\`\${${column}} is not null\`)`,
  },
  {
    pattern: /\b(?:\w+\.)*location(?:Ids|Limit) === null/g,
    switched: (id, text) => `(removed(${id}) || ${text})`,
  },
  {
    pattern: /\b(?:\w+\.)*location(?:Ids|Limit) !== null/g,
    switched: (id, text) => `(!removed(${id}) && ${text})`,
  },
  {
    // Which of the member's permissions a row needs
    pattern: /\b\w+\.permission = any\(\$\{texts\(([\w.]+)\)\}\)/g,
    switched: (id, text, value) =>
      `\${scoped(${id}, anySql\`${text}\`, anySql\`\${texts(${value})} is not null\`)}`,
  },
  {
    // A guard: `await requireLocation(ctx, locationId);`
    pattern:
      /(?<=\n\s*)(?:await )?(?:require(?:Location|Recent)|check(?:Grant|Touch|Within|Reach|Creator|Buyer|Connected))\([^;\n]*\);/g,
    switched: (id, text) => `if (!removed(${id})) { ${text} }`,
  },
  {
    // Of a partner: `areConnected(db, actor.entity.id, id)`
    pattern: /(?<!function )\bareConnected\([^()]*\)/g,
    switched: (id, text) => `(removed(${id}) ? Promise.resolve(true) : ${text})`,
  },
  { pattern: /\bactor\.locationIds(?=\s*\? )/g, switched: (id, text) => `(!removed(${id}) && ${text})` },
  {
    pattern: /\b\w+\.(?:entityId|wholesalerId|retailerId) !== (?:\w+\.)*(?:entity\.id|entityId)\b/g,
    switched: (id, text) => `(!removed(${id}) && ${text})`,
  },
];

/**
 * Finds every scope of the sources, in order.
 * @returns {Promise<Array<{ id: number, file: string, line: number, name: string, from: number, to: number, code: string }>>}
 *   `name` stays when lines move; `code` replaces `from` to `to`
 */
export async function findScopes(root, files) {
  const found = [];
  for (const file of files) {
    const source = await readFile(join(root, file), 'utf8');
    for (const { pattern, switched } of WRITTEN) {
      for (const match of source.matchAll(pattern)) {
        const from = match.index;
        const line = source.slice(0, from).split('\n').length;
        found.push({
          file,
          line,
          from,
          to: from + match[0].length,
          text: match[0],
          switched,
          groups: match.slice(1),
        });
      }
    }
  }
  found.sort((a, b) => (a.file === b.file ? a.from - b.from : a.file < b.file ? -1 : 1));
  const seen = new Map();
  return found.map(({ text, switched, groups, ...place }, id) => {
    const name = `${place.file}: ${text.replaceAll(/\$\{([^{}]+)\}/g, '$1').replaceAll(/\s+/g, ' ')}`;
    const count = (seen.get(name) ?? 0) + 1;
    seen.set(name, count);
    return {
      ...place,
      id,
      name: count === 1 ? name : `${name} #${count}`,
      code: switched(id, text, ...groups),
    };
  });
}

/**
 * Gives each scope in a copy of the tree a switch, which looks up at each call what the running test has removed, and
 * notes which scopes each test passes. A test file for which one scope is removed ends with its first failure; one
 * whose tests have a scope each ends after the last of them.
 * @param {{ control: string, hits: string, leases: string }} paths of the file with what is removed by test file (a
 *   scope's id, or ids by test), of the notes, and of the folder in which tests name themselves to the server they use
 * @param {string} workers how many test files run at a time
 */
export async function installSwitches(copy, scopes, { control, hits, leases }, workers) {
  for (const file of new Set(scopes.map((scope) => scope.file))) {
    let source = await readFile(join(copy, file), 'utf8');
    for (const { from, to, code } of scopes.filter((scope) => scope.file === file).reverse()) {
      source = source.slice(0, from) + code + source.slice(to);
    }
    const address = relative(dirname(file), SWITCH);
    const imported = address.startsWith('.') ? address : `./${address}`;
    await writeFile(join(copy, file), `import { anySql, removed, scoped } from '${imported}';\n${source}`);
  }
  await writeFile(join(copy, `${SWITCH}.ts`), switchSource({ control, hits, leases }));
  await writeFile(join(copy, SETUP), setupSource({ control, leases }));
  await patch(join(copy, 'vitest.config.ts'), [
    [/maxWorkers: Number[^,]+,/, () => `maxWorkers: ${workers},`],
    [/setupFiles: \[(?='tests\/setup\/left-servers)/, (text) => `${text}'${SETUP}', `],
  ]);
  await patch(join(copy, 'tests/setup/stage.ts'), [
    // Both kinds of stages watch for the faults of their server.
    [/\n {2}expectNoFaults\(takeFaults\);/, (text) => `${text}\n  (globalThis as any).scopesNameTo(pid);`],
    [
      /\n {2}expectNoFaults\(\(\) => server\.takeFaults\(\)\);/,
      (text) => `${text}\n  (globalThis as any).scopesNameTo(server.pid);`,
    ],
    // A file that runs again would meet the emails and names of its last run, and fail whatever is removed.
    [/\$\{kept \? '' : '\?spoiled'\}/, () => '?spoiled'],
  ]);
  await patch(join(copy, 'tests/setup/server.ts'), [
    [/NODE_ENV: 'test',/, (text) => `${text}\n      SCOPES_FILE: ${RUNNING_FILE},`],
  ]);
  await patch(join(copy, 'tests/setup/cli.ts'), [
    [/NODE_ENV: 'test',/, (text) => `${text} SCOPES_RUNNING: ${RUNNING},`],
  ]);
  // A constant's text would stay as it was first rendered.
  await patch(join(copy, 'server/platform/db/render.ts'), [
    [/if \(params\.length === before\) statement\[TEXT\] = merged\(pieces, start\);/, () => ''],
  ]);
}

/** What the copy's test files load first. */
const SETUP = 'tests/setup/scope-switch.ts';
const RUNNING_FILE = "String((globalThis as any).__vitest_worker__?.filepath ?? '')";
/** The running test; a command ends before its test does. */
const RUNNING = "String((globalThis as any).scopesRunning ?? '')";

/** Replaces what each pattern finds once. A test in `npm test` installs the switches, so that a pattern can't go stale. */
async function patch(path, replacements) {
  let source = await readFile(path, 'utf8');
  for (const [pattern, replacement] of replacements) {
    if (source.match(new RegExp(pattern, 'g'))?.length !== 1) {
      throw new Error(`${path} has no single ${pattern}`);
    }
    source = source.replace(pattern, replacement);
  }
  await writeFile(path, source);
}

/** A test is named by its position in the file; before the first one the name is empty. */
const setupSource = ({ control, leases }) => `
import { readFileSync, writeFileSync } from 'node:fs';
import { afterEach, beforeEach } from 'vitest';
const running = globalThis as any;
const file = ${RUNNING_FILE};
const servers = new Set<number>();
let test = '';
function name(now: string): void {
  test = now;
  running.scopesRunning = file + '\\t' + test;
  for (const pid of servers) writeFileSync('${leases}/' + pid, running.scopesRunning);
}
running.scopesNameTo = (pid: number) => { servers.add(pid); name(test); };
name('');
const plan = JSON.parse(readFileSync('${control}', 'utf8'))[file];
const left = new Set(typeof plan === 'object' ? Object.keys(plan) : []);
let failed = false;
beforeEach((context) => {
  if (failed || (typeof plan === 'object' && left.size === 0)) context.skip();
  name(context.task.id.slice(context.task.file.id.length));
  if (typeof plan === 'number') context.onTestFailed(() => { failed = true; });
});
afterEach(() => { left.delete(test); });
`;

const switchSource = ({ control, hits, leases }) => `
import { appendFileSync, readFileSync } from 'node:fs';
import { SQL, sql } from 'drizzle-orm';
export const anySql = sql;
const noted = new Set<string>();
let text = '';
let byFile: Record<string, number | Record<string, number>> = {};
const inTests = '__vitest_worker__' in globalThis;
// Samples of statements are built while modules load.
let loading = true;
setImmediate(() => { loading = false; });
function running(): string {
  const own = (globalThis as any).scopesRunning || process.env.SCOPES_RUNNING;
  if (own) return own;
  try {
    return readFileSync('${leases}/' + process.pid, 'utf8');
  } catch {
    return (process.env.SCOPES_FILE ?? '') + '\\t';
  }
}
function isLoading(): boolean {
  return loading || (inTests && (new Error().stack?.includes('ModuleEvaluator') ?? false));
}
export function removed(id: number): boolean {
  if (loading) return false;
  const now = readFileSync('${control}', 'utf8');
  if (now !== text) { text = now; byFile = JSON.parse(now); }
  const by = running();
  const note = by + '\\t' + id;
  if (!noted.has(note)) {
    if (isLoading()) return false;
    noted.add(note);
    appendFileSync('${hits}', note + '\\n');
  }
  const [file, test] = by.split('\\t') as [string, string];
  const plan = byFile[file];
  return typeof plan === 'object' ? plan[test] === id : plan === id;
}
/** What modules hold as a constant is decided each time it is rendered. */
export function scoped(id: number, kept: SQL, without: SQL): SQL {
  if (!isLoading()) return removed(id) ? without : kept;
  const queryChunks = { get: () => (removed(id) ? without : kept).queryChunks };
  return Object.defineProperty(new SQL([]), 'queryChunks', queryChunks);
}
`;
