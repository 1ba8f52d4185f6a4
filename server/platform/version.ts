import { existsSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { productFolder, releaseMark } from '../kernel/release';

/** Characters of a commit in a version. */
const SHORT = 8;

/**
 * The version that runs: `0.3.0`, of a snapshot `0.3.0-1a2b3c4d`, of a checkout with its commit `0.3.0+1a2b3c4d` (decision 938). Read once, when the process starts: a
 * build may be older than the checkout that it runs from.
 */
export const VERSION = versionIn(productFolder());

/** @param root the folder with `package.json`, and with `.git` in a checkout @throws Error without a `package.json` */
export function versionIn(root: string): string {
  const mark = releaseMark(root);
  if (mark) return mark;
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  const commit = commitOf(root);
  return commit ? `${version}+${commit.slice(0, SHORT)}` : version;
}

/** The commit of a checkout, from git's own files: git isn't everywhere, and rejects folders of other users. */
function commitOf(root: string): string | null {
  try {
    const at = join(root, '.git');
    if (!existsSync(at)) return null;
    // A worktree has a file that says where its own folder is.
    const git = statSync(at).isDirectory() ? at : resolve(root, read(at).replace(/^gitdir: /, ''));
    const head = read(join(git, 'HEAD'));
    if (!head.startsWith('ref: ')) return head;
    const name = head.slice('ref: '.length);
    const common = existsSync(join(git, 'commondir')) ? resolve(git, read(join(git, 'commondir'))) : git;
    const loose = [git, common].map((one) => join(one, name)).find((file) => existsSync(file));
    if (loose) return read(loose);
    const packed = read(join(common, 'packed-refs'));
    return (
      packed
        .split('\n')
        .find((line) => line.endsWith(` ${name}`))
        ?.split(' ')[0] ?? null
    );
  } catch {
    return null;
  }
}

function read(file: string): string {
  return readFileSync(file, 'utf8').trim();
}
