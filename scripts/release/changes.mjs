import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../process.mjs';

/** Kinds of changes, in the order in which a version lists them. */
export const KINDS = ['added', 'changed', 'fixed', 'upgrade'];

const CHANGELOG = join(ROOT, 'CHANGELOG.md');
const NOTES = join(ROOT, 'changes');
const NOTE = /^---\nkind: ([a-z]+)\n---\n(.+)\n$/;

/**
 * @param {string} name its file, for the error
 * @param {string} source
 * @returns {{ name: string, kind: string, text: string }} text is one paragraph of Markdown in one line
 * @throws Error when it is no note (decision 950)
 */
export function noteOf(name, source) {
  const [, kind, text] = NOTE.exec(source) ?? [];
  if (!KINDS.includes(kind)) {
    throw new Error(
      `changes/${name}: “kind: ${KINDS.join('|')}” between two lines “---”, then one line of text.`,
    );
  }
  return { name, kind, text };
}

/** The notes of a folder, by name of their files. */
export function readNotes(folder) {
  return readdirSync(folder)
    .filter((name) => name !== 'README.md')
    .sort()
    .map((name) => noteOf(name, readFileSync(join(folder, name), 'utf8')));
}

/** Notes as the part of a version in CHANGELOG.md: a line each, below their kind; empty without any. */
export function partOf(notes) {
  const parts = KINDS.flatMap((kind) => {
    const lines = notes
      .filter((one) => one.kind === kind)
      .map(({ text }) => `- ${text.replaceAll('](../', '](')}`);
    const title = kind[0].toUpperCase() + kind.slice(1);
    return lines.length > 0 ? [`### ${title}\n${lines.join('\n')}`] : [];
  });
  return parts.join('\n\n');
}

/**
 * A changelog with one version more, above all others.
 * @throws Error when it has that version, or when there are no notes
 */
export function withVersion(changelog, { version, day, notes }) {
  if (changelog.includes(`\n## ${version} `)) throw new Error(`CHANGELOG.md has ${version} already.`);
  if (notes.length === 0) throw new Error('No notes in changes/.');
  const [head, ...versions] = changelog.split(/^(?=## )/m);
  return [head, `## ${version} – ${day}\n\n${partOf(notes)}\n\n`, ...versions].join('');
}

/**
 * What a version changes: its part of CHANGELOG.md, or the notes while that has none.
 * @throws Error when there are neither
 */
export function changesIn(changelog, version, notes) {
  const parts = changelog.split(/^## /m).slice(1);
  const part = parts.find((one) => one.startsWith(`${version} `));
  const text = (part?.slice(part.indexOf('\n')) ?? partOf(notes)).trim();
  if (text) return text;
  throw new Error(`Neither CHANGELOG.md nor changes/ says anything about ${version}.`);
}

/** What `changesIn` finds in this checkout. */
export function changesOf(version) {
  return changesIn(readFileSync(CHANGELOG, 'utf8'), version, readNotes(NOTES));
}

/** Moves the notes of `changes/` into CHANGELOG.md, as the version of package.json and of today. */
export function moveNotes() {
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  const notes = readNotes(NOTES);
  const day = new Date().toISOString().slice(0, 10);
  writeFileSync(CHANGELOG, withVersion(readFileSync(CHANGELOG, 'utf8'), { version, day, notes }));
  for (const { name } of notes) rmSync(join(NOTES, name));
}
