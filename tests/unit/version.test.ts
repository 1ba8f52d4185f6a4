import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { versionIn } from '../../server/platform/version';

const COMMIT = '0123456789abcdef0123456789abcdef01234567';

function folder(files: Record<string, string>): string {
  const root = mkdtempSync(join(tmpdir(), 'tallyleaf-version-'));
  for (const [name, text] of Object.entries({ 'package.json': '{"version":"1.2.3"}', ...files })) {
    mkdirSync(join(root, name, '..'), { recursive: true });
    writeFileSync(join(root, name), text);
  }
  return root;
}

test('a release is its number', () => {
  expect(versionIn(folder({}))).toBe('1.2.3');
});

test.each([
  ['on a branch', { '.git/HEAD': 'ref: refs/heads/main\n', '.git/refs/heads/main': `${COMMIT}\n` }],
  [
    'on a packed branch',
    { '.git/HEAD': 'ref: refs/heads/main\n', '.git/packed-refs': `# x\n${COMMIT} refs/heads/main\n` },
  ],
  ['without a branch', { '.git/HEAD': `${COMMIT}\n` }],
  [
    'of a worktree',
    {
      '.git': 'gitdir: own/of\n',
      'own/of/HEAD': 'ref: refs/heads/b\n',
      'own/of/commondir': '../shared\n',
      'own/shared/refs/heads/b': COMMIT,
    },
  ],
])('a checkout %s has its commit', (_, files) => {
  expect(versionIn(folder(files))).toBe('1.2.3+01234567');
});

test('a checkout whose commit can’t be read is its number', () => {
  expect(versionIn(folder({ '.git/HEAD': 'ref: refs/heads/gone\n' }))).toBe('1.2.3');
});
