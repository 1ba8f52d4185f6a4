import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { changesIn, noteOf, partOf, readNotes, withVersion } from '../../scripts/release/changes.mjs';

const ROOT = join(import.meta.dirname, '../..');
const FOLDER = join(ROOT, 'changes');
const MAX_LENGTH = 250;

const isWanted = (name: string) => name === 'README.md' || /^[a-z0-9]+(?:-[a-z0-9]+)*\.md$/.test(name);
/** What a reader sees of a text: links without their targets. */
const shown = (text: string) => text.replace(/\]\([^)]*\)/g, ']');
/** The first five words: what tells a note from another in a list. */
const subjectOf = (text: string) => shown(text).toLowerCase().split(/\s+/).slice(0, 5).join(' ');

describe('a note of a change', () => {
  test('has a kind and one line of text', () => {
    const source = '---\nkind: fixed\n---\nOrders [arrive](../docs/a.md).\n';
    expect(noteOf('a.md', source)).toEqual({
      name: 'a.md',
      kind: 'fixed',
      text: 'Orders [arrive](../docs/a.md).',
    });
  });

  test.each([
    ['without a kind', 'Orders arrive.\n'],
    ['of an unknown kind', '---\nkind: security\n---\nOrders arrive.\n'],
    ['without a text', '---\nkind: fixed\n---\n'],
    ['of two paragraphs', '---\nkind: fixed\n---\nOrders arrive.\n\nInvoices, too.\n'],
    ['with another field', '---\nkind: fixed\nby: a\n---\nOrders arrive.\n'],
  ])('is rejected %s', (_, source) => {
    expect(() => noteOf('a.md', source)).toThrow('changes/a.md');
  });

  test(`is, in the repository, a full sentence of at most ${MAX_LENGTH} characters in a file with a plain name`, () => {
    expect(readdirSync(FOLDER).filter((name) => !isWanted(name))).toEqual([]);
    const wrong = readNotes(FOLDER).filter(({ text }) => {
      const words = shown(text);
      return words.length > MAX_LENGTH || !words.endsWith('.') || words !== words.trim();
    });
    expect(wrong).toEqual([]);
  });

  test('has a subject of its own', () => {
    const subjects = readNotes(FOLDER).map(({ text }) => subjectOf(text));
    expect(subjects.filter((one, index) => subjects.indexOf(one) !== index)).toEqual([]);
  });
});

describe('a version', () => {
  const changelog =
    '# Changelog\n\nNotes.\n\n## 0.2.0 – 2026-11-27\n- Second.\n\n## 0.1.0 – 2026-11-25\n- First.\n';
  const notes = [
    { name: 'a.md', kind: 'fixed', text: 'A ([1](../docs/a.md)).' },
    { name: 'b.md', kind: 'added', text: 'B.' },
    { name: 'c.md', kind: 'fixed', text: 'C.' },
  ];
  const part = '### Added\n- B.\n\n### Fixed\n- A ([1](docs/a.md)).\n- C.';

  test('lists its notes by kind, with links that lead on from the changelog', () => {
    expect(partOf(notes)).toBe(part);
  });

  test('is written above those before it', () => {
    const next = withVersion(changelog, { version: '0.3.0', day: '2026-12-01', notes });
    const [head, versions] = [changelog.slice(0, 20), changelog.slice(21)];
    expect(next).toBe(`${head}\n## 0.3.0 – 2026-12-01\n\n${part}\n\n${versions}`);
    expect(changesIn(next, '0.3.0', [])).toBe(part);
  });

  test('is written once, and only with notes', () => {
    const of =
      (version: string, some = notes) =>
      () =>
        withVersion(changelog, { version, day: '', notes: some });
    expect(of('0.2.0')).toThrow('has 0.2.0 already');
    expect(of('0.3.0', [])).toThrow('No notes');
  });

  test.each([
    ['0.2.0', '- Second.'],
    ['0.3.0', part],
  ])('%s has the changes of the changelog, or of the notes that wait for it', (version, expected) => {
    expect(changesIn(changelog, version, notes)).toBe(expected);
  });

  test('without any changes is no release', () => {
    expect(() => changesIn(changelog, '0.3.0', [])).toThrow('anything about 0.3.0');
  });

  test('of the repository is in its changelog, which leads to the notes', () => {
    const present = readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8');
    expect(present).toContain('(changes)');
    expect(changesIn(present, '0.1.0', []).split('\n')).toHaveLength(10);
  });
});
