import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { choicesOf, SETTING_NAMES, SETTINGS, type Setting } from '@/server/features/entities/settings.schema';

const rule = (file: string) => readFileSync(`docs/rules/${file}.md`, 'utf8');

function valuesOf(setting: Setting): string {
  const shown = (number: number) => number.toLocaleString('en-US');
  switch (setting.kind) {
    case 'flag':
      return 'true, false';
    case 'choice':
      return choicesOf(setting)
        .map((value) => `\`${value}\``)
        .join(', ');
    case 'count':
      return `${shown(setting.min)}–${shown(setting.max)}`;
    case 'percent':
      return `0–${shown(setting.max)} basis points`;
    case 'dollars':
      return 'US dollars';
    case 'words':
      return `at most ${shown(setting.max)} characters`;
    case 'timezone':
      return 'IANA name';
  }
}

function initialOf(setting: Setting): string {
  if ('none' in setting && setting.none) return `null: ${setting.none}`;
  const initial = 'initial' in setting ? setting.initial : undefined;
  return typeof initial === 'number' ? initial.toLocaleString('en-US') : `\`${initial}\``;
}

const rowOf = (name: string, setting: Setting) =>
  `| \`${name}\` | ${valuesOf(setting)} | ${initialOf(setting)} | ${setting.text} |`;

test('rule 19 lists every setting with its values and what it is at first', () => {
  const table = SETTING_NAMES.map((name) => rowOf(name, SETTINGS[name])).join('\n');
  expect(rule('0019-entity-settings')).toContain(
    `| Setting | Values | At first | What it says |\n|---|---|---|---|\n${table}\n`,
  );
});
