import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fail, isMain, ROOT, run, withLock } from './process.mjs';

const OLDEST_NODE = [20, 19];
/** Is part of a built release, and of nothing else. */
export const RELEASE_MARK = 'dist/.release';
/** Holds the hash of the patches that the installed dependencies carry. */
const PATCHED = join(ROOT, 'node_modules/.patched');

/**
 * Installs the dependencies when `node_modules` is absent or differs from the lock file or from `patches`. In a built
 * release nothing is installed: a server may run from it, and its PostgreSQL loads libraries from `node_modules` at any time.
 * @throws Error when Node is too old or npm fails, and in a release that lacks what was asked for
 */
export async function ensureInstalled() {
  checkNode();
  if (isInstalled()) return;
  if (isRelease()) {
    throw new Error(
      'A built release runs, but does not build or test. Use its sources, or the source archive of the same version.',
    );
  }
  await withLock('.lock-install', async () => {
    if (isInstalled()) return;
    process.stderr.write('installing the dependencies\n');
    const code = await run('npm', ['ci', '--include=dev', '--no-audit', '--no-fund']);
    if (code !== 0) throw new Error('The dependencies could not be installed: npm ci failed.');
    if (!isPatched()) throw new Error('npm ci ran no scripts: run "node scripts/patch.mjs".');
  });
}

/** @throws Error */
export function checkNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major < OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor < OLDEST_NODE[1])) {
    throw new Error(
      `Tallyleaf needs Node ${OLDEST_NODE.join('.')} or newer; this is ${process.versions.node}.`,
    );
  }
}

/** Whether this folder is a built release. */
export const isRelease = () => existsSync(join(ROOT, RELEASE_MARK));

/** Whether each package that the product runs with is there, whatever its version: enough for what is built already. */
export function canRun() {
  return Object.entries(packagesOf('package-lock.json') ?? {}).every(
    ([path, { dev, optional, devOptional }]) =>
      path === '' || dev || optional || devOptional || existsSync(join(ROOT, path)),
  );
}

/** npm keeps a list of what it installed; optional packages are in it only where they fit the platform. */
function isInstalled() {
  const wanted = packagesOf('package-lock.json');
  const present = packagesOf('node_modules/.package-lock.json');
  if (!isPatched()) return false;
  return Object.entries(wanted ?? {}).every(
    ([path, { version, optional }]) =>
      path === '' || (present?.[path] ? present[path].version === version : optional && present),
  );
}

function packagesOf(path) {
  try {
    return JSON.parse(readFileSync(join(ROOT, path), 'utf8')).packages;
  } catch {
    return undefined;
  }
}

function isPatched() {
  try {
    return readFileSync(PATCHED, 'utf8') === hashOfPatches();
  } catch {
    return false;
  }
}

/** Records that the installed dependencies carry the current patches. */
export function markPatched() {
  writeFileSync(PATCHED, hashOfPatches());
}

function hashOfPatches() {
  const hash = createHash('sha256');
  const folder = join(ROOT, 'patches');
  for (const name of readdirSync(folder).sort())
    hash.update(`${name}\0`).update(readFileSync(join(folder, name)));
  return hash.digest('hex');
}

if (isMain(import.meta)) await ensureInstalled().catch(fail);
