import { existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join, relative, resolve } from 'node:path';
import { sourceFolder } from './source-folder';

/** Is part of a built release, and of nothing else: its version, where that isn't the one of `package.json`. */
const MARK = 'dist/.release';
/** Where a checkout keeps its data, and earlier built releases did. */
const BESIDE_SOURCES = '.data';

/** The folder with `package.json`: a checkout's, an image's or a release's. */
export const productFolder = (): string => dirname(sourceFolder('package.json'));

/** What the mark of a built release says, '' for an empty one; null in a checkout or image. */
export function releaseMark(root: string): string | null {
  const path = join(root, MARK);
  return existsSync(path) ? readFileSync(path, 'utf8').trim() : null;
}

type Variables = Readonly<Record<string, string | undefined>>;

/**
 * Where data goes without DATA_DIR: below the sources in a checkout; in a release where the system keeps state, since the next release is
 * another folder.
 */
function defaultDataDir(root: string, env: Variables): string {
  if (releaseMark(root) === null) return join(root, BESIDE_SOURCES);
  const [given] = (env.STATE_DIRECTORY ?? '').split(':');
  if (given) return given;
  const state = env.XDG_STATE_HOME;
  return join(state && isAbsolute(state) ? state : join(homedir(), '.local/state'), 'tallyleaf');
}

/**
 * The data folder, as an absolute path.
 * @param given DATA_DIR
 * @returns what is wrong with it instead, where a release would lose the data with its own folder
 */
export function dataDirOf(
  given: string | undefined,
  env: Variables,
  root = productFolder(),
): { path: string; wrong?: string } {
  const path = resolve(given ?? defaultDataDir(root, env));
  if (releaseMark(root) === null) return { path };
  const inside = relative(root, path);
  if (!inside.startsWith('..') && !isAbsolute(inside)) {
    return {
      path,
      wrong: `DATA_DIR must be outside of the release in ${root}: the next one is another folder`,
    };
  }
  const earlier = join(root, BESIDE_SOURCES);
  if (given === undefined && existsSync(earlier)) {
    const wrong = `DATA_DIR is not set, and ${earlier} has data of an earlier version. Move that folder to ${path}, or set DATA_DIR to where you move it`;
    return { path, wrong };
  }
  return { path };
}
