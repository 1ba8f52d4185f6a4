import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const UNIT = 'tallyleaf.service';
/** Where systemd looks for units: the first that has one wins. */
const FOLDERS = ['etc', 'run', 'usr/local/lib', 'usr/lib', 'lib'].map((folder) => `${folder}/systemd/system`);
/** Folders that specifiers stand for in a unit of the system. */
const SPECIFIERS = {
  '%': '%',
  S: '/var/lib',
  C: '/var/cache',
  L: '/var/log',
  E: '/etc',
  t: '/run',
  h: '/root',
};
const LETTERS = { n: '\n', t: '\t', r: '\r', s: ' ', a: '\x07', b: '\b', f: '\f', v: '\v' };

/**
 * What the unit says of the server's process.
 * @param {string} root of the file system
 * @returns {{ user: string | undefined, group: string | undefined, variables: Record<string, string>, files: string[] } | null} `files`:
 *   of EnvironmentFile=, without the `-` of those that may be missing; null where there is no unit
 */
export function readUnit(root) {
  const folders = FOLDERS.map((folder) => join(root, folder));
  const main = folders.map((folder) => join(folder, UNIT)).find((path) => existsSync(path));
  if (!main) return null;
  const settings = [main, ...dropIns(folders)].flatMap((path) => serviceOf(readFileSync(path, 'utf8')));
  const lists = { Environment: [], EnvironmentFile: [], StateDirectory: [] };
  const last = {};
  for (const [name, value] of settings) {
    last[name] = value;
    // An empty value forgets those before.
    if (name in lists) lists[name] = value === '' ? [] : [...lists[name], value];
  }
  const state = lists.StateDirectory.flatMap(words)[0];
  const entries = lists.Environment.flatMap(words).map((word) => [
    word.split('=', 1)[0],
    word.slice(word.indexOf('=') + 1),
  ]);
  return {
    user: last.User || undefined,
    group: last.Group || undefined,
    variables: { ...(state && { STATE_DIRECTORY: `/var/lib/${state}` }), ...Object.fromEntries(entries) },
    files: lists.EnvironmentFile.map((path) => expanded(path.replace(/^-/, ''))),
  };
}

/** Files that change the unit, by name; one of an earlier folder replaces those of its name. */
function dropIns(folders) {
  const found = new Map();
  for (const folder of folders.toReversed()) {
    const path = join(folder, `${UNIT}.d`);
    if (!existsSync(path)) continue;
    for (const name of readdirSync(path)) if (name.endsWith('.conf')) found.set(name, join(path, name));
  }
  return [...found.keys()].toSorted().map((name) => found.get(name));
}

/** @returns {Array<[string, string]>} the settings of the section [Service], in their order */
function serviceOf(text) {
  const settings = [];
  let section = '';
  for (const line of joined(text)) {
    const title = /^\[(.+)\]$/.exec(line)?.[1];
    if (title !== undefined) section = title;
    const equals = line.indexOf('=');
    if (title === undefined && section === 'Service' && equals > 0) {
      settings.push([line.slice(0, equals).trim(), line.slice(equals + 1).trim()]);
    }
  }
  return settings;
}

/** Lines without comments; one that ends with a backslash goes on in the next. */
function joined(text) {
  const lines = [];
  let open = '';
  for (const line of text.split('\n')) {
    if (/^\s*[#;]/.test(line)) continue;
    const whole = open + line.trim();
    open = whole.endsWith('\\') ? `${whole.slice(0, -1)} ` : '';
    if (!open) lines.push(whole);
  }
  return [...lines, open.trim()];
}

/** Splits a value at blanks, with quotes and C's escapes. */
function words(value) {
  const found = [];
  const part = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|\\.|[^\s"'\\]+|\s+/gs;
  let word = null;
  for (const [piece] of value.matchAll(part)) {
    if (/^\s/.test(piece)) {
      if (word !== null) found.push(word);
      word = null;
    } else {
      const bare = /^["']/.test(piece) ? piece.slice(1, -1) : piece;
      word = (word ?? '') + unescaped(bare);
    }
  }
  if (word !== null) found.push(word);
  return found.map(expanded);
}

const unescaped = (text) => text.replaceAll(/\\(.)/gs, (_, letter) => LETTERS[letter] ?? letter);
const expanded = (text) => text.replaceAll(/%(.)/g, (whole, letter) => SPECIFIERS[letter] ?? whole);
