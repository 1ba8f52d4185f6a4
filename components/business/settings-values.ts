import * as z from 'zod/mini';
import { changedFields } from '@/components/ui/forms/changed-fields';
import { SETTINGS, type Setting, type SettingName } from '@/server/features/entities/settings.schema';
import type { Entity, EntityPatch } from './types';

/** What a form of settings holds, by their names: percentages as people say them, texts empty for none. */
export type SettingsValues = Record<string, unknown>;

const settingOf = (name: SettingName): Setting => SETTINGS[name];
const shown = (number: number) => number.toLocaleString('en-US');
const number = z.nullable(z.number());
const within = (min: number, max: number, value: number) => value >= min && value <= max;

/** A percentage that is kept in basis points. */
const percentUpTo = (most: number) =>
  number.check(
    z.refine(
      (percent) => percent !== null && within(0, most, percent),
      `Enter a percentage from 0 to ${most}`,
    ),
    z.refine(
      (percent) => percent === null || Math.abs(percent * 100 - Math.round(percent * 100)) < 1e-6,
      'Use at most two decimals',
    ),
  );

function schemaOf(setting: Setting): z.ZodMiniType {
  switch (setting.kind) {
    case 'flag':
      return z.boolean();
    case 'choice':
    case 'timezone':
      return z.string();
    case 'words':
      return z
        .string()
        .check(z.trim(), z.maxLength(setting.max, `Use at most ${shown(setting.max)} characters`));
    case 'dollars':
      return number.check(z.refine((dollars) => dollars === null || dollars >= 0, 'Enter an amount'));
    case 'percent':
      return percentUpTo(setting.max / 100);
    case 'count': {
      const { min, max, unit, none } = setting;
      const text =
        unit === '%'
          ? `Enter a whole percentage from ${min} to ${max}`
          : `Enter ${shown(min)} to ${shown(max)} ${unit}${none ? ', or leave it empty' : ''}`;
      const isRight = (value: number | null) =>
        value === null ? none !== undefined : Number.isInteger(value) && within(min, max, value);
      return number.check(z.refine(isRight, text));
    }
  }
}

/** The schema of a form of these settings. */
export const settingsSchema = (names: readonly SettingName[]) =>
  z.object(Object.fromEntries(names.map((name) => [name, schemaOf(settingOf(name))])));

/** What a form of these settings begins with. */
export function settingsValues({ settings }: Entity, names: readonly SettingName[]): SettingsValues {
  const shownIn = (name: SettingName) => {
    const value = settings[name];
    if (settingOf(name).kind === 'percent') return Number(value) / 100;
    return settingOf(name).kind === 'words' ? (value ?? '') : value;
  };
  return Object.fromEntries(names.map((name) => [name, shownIn(name)]));
}

/** What was changed, as the server takes it. */
export function settingsPatch(before: SettingsValues, after: SettingsValues): EntityPatch {
  const sent = ([name, value]: [string, unknown]) => {
    const { kind } = settingOf(name as SettingName);
    if (kind === 'percent') return [name, Math.round(Number(value) * 100)];
    return [name, kind === 'words' ? value || null : value];
  };
  const changed = Object.entries(changedFields(before, after)).map(sent);
  return changed.length > 0 ? { settings: Object.fromEntries(changed) } : {};
}
