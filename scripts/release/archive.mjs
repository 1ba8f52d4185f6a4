import { createHash } from 'node:crypto';
import { createReadStream, mkdtempSync, rmSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { constants, gzipSync } from 'node:zlib';
import { commandOutput } from './commands.mjs';

/** Whose the files are in the eyes of Git: no one's. */
const NO_ONE = {
  GIT_AUTHOR_NAME: 'x',
  GIT_AUTHOR_EMAIL: 'x',
  GIT_COMMITTER_NAME: 'x',
  GIT_COMMITTER_EMAIL: 'x',
};
/** Whatever the machine's own settings are. */
const SETTINGS = ['core.autocrlf=false', 'core.excludesFile=', 'core.fileMode=true', 'tar.umask=0022'];

/**
 * Packs a folder so that equal contents give equal bytes: by Git, in a repository of its own, which sorts names and keeps one
 * time, no owner and of the modes only whether a file can be run; the gzip header has no name or time.
 * @param {string} folder
 * @param {string} name of the folder in the archive
 * @param {number} seconds since 1970, the time of each file
 * @param {string} target
 */
export async function pack(folder, name, seconds, target) {
  const repository = mkdtempSync(join(tmpdir(), 'pack-'));
  const date = `${seconds} +0000`;
  const env = { ...NO_ONE, GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date, GIT_CONFIG_NOSYSTEM: '1' };
  const settings = SETTINGS.flatMap((setting) => ['-c', setting]);
  const git = (...args) =>
    commandOutput('git', [`--git-dir=${repository}`, `--work-tree=${folder}`, ...settings, ...args], {
      cwd: folder,
      env,
    });
  try {
    git('init', '--quiet');
    git('add', '--all', '--force', '.');
    const tree = git('write-tree').toString().trim();
    const commit = git('commit-tree', '-m', name, tree).toString().trim();
    const tar = git('archive', '--format=tar', `--prefix=${name}/`, commit);
    await writeFile(target, gzipSync(tar, { level: constants.Z_BEST_COMPRESSION }));
  } finally {
    rmSync(repository, { recursive: true });
  }
}

/** SHA-256 of a file in hexadecimal digits. */
export async function sha256(path) {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

/** Writes `SHA256SUMS` of the given files, as `sha256sum -c` reads it. @returns its text */
export async function writeSums(folder, names) {
  const lines = [];
  for (const name of names.toSorted()) lines.push(`${await sha256(`${folder}/${name}`)}  ${name}\n`);
  await writeFile(`${folder}/SHA256SUMS`, lines.join(''));
  return readFile(`${folder}/SHA256SUMS`, 'utf8');
}
