import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../process.mjs';
import { git } from './commands.mjs';

/** Commits of releases for clones without tags, each written by the commit after the cut. */
const ENTRIES = 'tests/releases/releases.json';

/**
 * Says whether a version can be released of a commit: its part of the changelog is cut, no notes are left, and its tag or entry names
 * the commit.
 * @param {{ version: string, commit: string, changelog: string, notes: readonly string[], tag: string | null, entry: string | null }}
 *   cut `notes`: files of `changes/`; `tag`, `entry`: the commits that they name
 * @throws Error that says what is missing
 */
export function checkCut({ version, commit, changelog, notes, tag, entry }) {
  if (!changelog.includes(`\n## ${version} `)) {
    throw new Error(`CHANGELOG.md says nothing about ${version}: npm run release -- --changes`);
  }
  if (notes.length > 0) {
    throw new Error(`changes/ has ${notes.length} notes that no version has: npm run release -- --changes`);
  }
  if (tag !== null && tag !== commit) throw new Error(`The tag ${version} is at ${tag}, not at ${commit}.`);
  if (tag === null && entry === null) {
    throw new Error(
      `${version} has neither a tag nor an entry in ${ENTRIES}. For a build of this commit: npm run release -- --snapshot`,
    );
  }
}

/**
 * What is to be released: the commit of the tag, or of the entry; with `snapshot` the commit that is checked out, under its own name.
 * @returns {{ version: string, commit: string }}
 * @throws Error before anything is installed or built
 */
export function sourceOf({ snapshot }) {
  if (git('status', '--porcelain') !== '') throw new Error('Commit your changes first.');
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  const head = git('rev-parse', 'HEAD');
  if (snapshot) return { version: `${version}-${head.slice(0, 8)}`, commit: head };
  const tag = git('tag', '--list', version) && git('rev-parse', `refs/tags/${version}^{commit}`);
  const entries = JSON.parse(readFileSync(join(ROOT, ENTRIES), 'utf8'));
  const entry = entries[version]?.commit ?? null;
  const commit = tag || entry === null ? head : entry;
  assertThere(commit);
  const files = git('ls-tree', '--name-only', commit, 'changes/').split('\n');
  checkCut({
    version,
    commit,
    changelog: git('show', `${commit}:CHANGELOG.md`),
    notes: files.filter((name) => name !== '' && name !== 'changes/README.md'),
    tag: tag || null,
    entry,
  });
  const moved = git('diff', '--name-only', commit, 'HEAD', '--', 'package.json', 'package-lock.json');
  if (moved) throw new Error(`The packages have changed since ${version}: check out ${commit} first.`);
  return { version, commit };
}

/** @throws Error when a shallow clone lacks a commit */
function assertThere(commit) {
  try {
    git('cat-file', '-e', `${commit}^{commit}`);
  } catch {
    throw new Error(
      `This clone lacks the commit ${commit}: git fetch --unshallow, then check out what is to be released.`,
    );
  }
}
