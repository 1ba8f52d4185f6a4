import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readUnit } from './unit-file.mjs';
import { readEnvironmentFile } from './variables.mjs';

const DEFAULT_FILE = '/etc/tallyleaf/environment';

/** The unit's file can't be read by who calls. */
export class UnreadableError extends Error {
  /** @param {string} file */
  constructor(file) {
    super(`${file} can't be read`);
    this.file = file;
  }
}

/**
 * The settings of the installed server: of its unit and of the file of variables, whose values win.
 * @param {string} [root] of the file system
 * @returns {{ user: string | undefined, group: string | undefined, variables: Record<string, string>, inFile: string[] }} `inFile`: names
 *   that the file sets
 * @throws UnreadableError
 */
export function installedSettings(root = '/') {
  const unit = readUnit(root);
  const files = unit?.files.length ? unit.files : [DEFAULT_FILE];
  const inFiles = Object.assign({}, ...files.map((file) => variablesOf(join(root, file), file)));
  return {
    user: unit?.user,
    group: unit?.group,
    variables: { ...unit?.variables, ...inFiles },
    inFile: Object.keys(inFiles),
  };
}

function variablesOf(path, file) {
  try {
    return readEnvironmentFile(readFileSync(path, 'utf8'));
  } catch (error) {
    if (error.code === 'EACCES' || error.code === 'EPERM') throw new UnreadableError(file);
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return {};
    throw error;
  }
}
