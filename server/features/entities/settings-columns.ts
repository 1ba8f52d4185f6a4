import { type SQL, sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  boolean,
  check,
  integer,
  type PgColumnBuilderBase,
  smallint,
  text,
} from 'drizzle-orm/pg-core';
import { MAX_TOTAL_CENTS, toCents, toDollars } from '../../kernel/money';
import { cents, isOneOf } from '../../platform/db/columns';
import { plain } from '../../platform/db/marks';
import {
  choicesOf,
  SETTING_NAMES,
  SETTINGS,
  type Setting,
  type SettingName,
  type SettingValues,
} from './settings.schema';

const flag = (name: string, initial: boolean) => boolean(name).notNull().default(initial);
const whole = (name: string, initial: number) => integer(name).notNull().default(initial);
const small = (name: string, initial: number) => smallint(name).notNull().default(initial);
const wholeOrNone = (name: string) => integer(name);
const smallOrNone = (name: string) => smallint(name);
const words = (name: string) => plain(text(name));
const zone = (name: string, initial: string) => plain(text(name)).notNull().default(initial);
const choice = <const Values extends [string, ...string[]]>(name: string, values: Values, initial: string) =>
  text(name, { enum: values })
    .notNull()
    .default(initial as never);

type Camel<Name extends string> = Name extends `${infer First}_${infer Rest}`
  ? `${First}${Capitalize<Camel<Rest>>}`
  : Name;
/** Name of a setting's column in TypeScript; the one that says since when it is on is declared with the table. */
type ColumnName<Name extends SettingName> = (typeof SETTINGS)[Name] extends { since: true }
  ? never
  : (typeof SETTINGS)[Name] extends { kind: 'dollars' }
    ? `${Camel<Name>}Cents`
    : Camel<Name>;
type OfCount<S> = S extends { none: string }
  ? S extends { small: true }
    ? ReturnType<typeof smallOrNone>
    : ReturnType<typeof wholeOrNone>
  : S extends { small: true }
    ? ReturnType<typeof small>
    : ReturnType<typeof whole>;
type ColumnOf<S> = S extends { kind: 'flag' }
  ? ReturnType<typeof flag>
  : S extends { kind: 'percent' }
    ? ReturnType<typeof whole>
    : S extends { kind: 'dollars' }
      ? ReturnType<typeof cents>
      : S extends { kind: 'words' }
        ? ReturnType<typeof words>
        : S extends { kind: 'timezone' }
          ? ReturnType<typeof zone>
          : S extends { kind: 'choice'; options: infer Options }
            ? ReturnType<typeof choice<[keyof Options & string, ...(keyof Options & string)[]]>>
            : OfCount<S>;
type Columns = { [Name in SettingName as ColumnName<Name>]: ColumnOf<(typeof SETTINGS)[Name]> };

const KEPT = SETTING_NAMES.filter((name) => !('since' in SETTINGS[name]));
const settingOf = (name: SettingName): Setting => SETTINGS[name];
const columnOf = (name: SettingName) => (settingOf(name).kind === 'dollars' ? `${name}_cents` : name);
const propertyOf = (name: SettingName) =>
  columnOf(name).replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

function builderOf(name: string, setting: Setting): PgColumnBuilderBase {
  switch (setting.kind) {
    case 'flag':
      return flag(name, setting.initial);
    case 'percent':
      return whole(name, setting.initial);
    case 'dollars':
      return cents(name);
    case 'words':
      return words(name);
    case 'timezone':
      return zone(name, setting.initial);
    case 'choice':
      return choice(name, choicesOf(setting), setting.initial);
    case 'count':
      if (setting.initial === undefined) return setting.small ? smallOrNone(name) : wholeOrNone(name);
      return setting.small ? small(name, setting.initial) : whole(name, setting.initial);
  }
}

/** The columns of the settings in the table of businesses. */
export const settingColumns = () =>
  Object.fromEntries(
    KEPT.map((name) => [propertyOf(name), builderOf(columnOf(name), settingOf(name))]),
  ) as unknown as Columns;

function boundsOf(column: AnyPgColumn, setting: Setting): SQL {
  if (setting.kind === 'choice') return isOneOf(column, choicesOf(setting));
  const [min, max] =
    setting.kind === 'dollars'
      ? [0, MAX_TOTAL_CENTS]
      : setting.kind === 'percent'
        ? [0, setting.max]
        : setting.kind === 'count'
          ? [setting.min, setting.max]
          : [0, 0];
  return sql`${column} between ${sql.raw(String(min))} and ${sql.raw(String(max))}`;
}

/** The constraints that hold their bounds. @param table the columns of businesses */
export const settingChecks = (table: object) => {
  const columns = new Map(Object.entries(table as Record<string, AnyPgColumn>));
  return KEPT.flatMap((name) => {
    const { check: constraint } = settingOf(name);
    const column = columns.get(propertyOf(name));
    return constraint && column ? [check(constraint, boundsOf(column, settingOf(name)))] : [];
  });
};

/** The settings of a business as the API has them. @param row a row of businesses */
export function settingsOf(row: { mfaRequiredSince: Date | null }): SettingValues {
  const values = new Map<string, unknown>(Object.entries(row));
  const settingIn = (name: SettingName) => {
    if ('since' in SETTINGS[name]) return row.mfaRequiredSince !== null;
    const value = values.get(propertyOf(name));
    return settingOf(name).kind === 'dollars' && typeof value === 'number' ? toDollars(value) : value;
  };
  return Object.fromEntries(SETTING_NAMES.map((name) => [name, settingIn(name)])) as unknown as SettingValues;
}

/** What a change of settings writes; a setting that is left out stays. */
export function settingsSet(changes: Partial<SettingValues> = {}): Record<string, unknown> {
  const given = KEPT.filter((name) => changes[name] !== undefined);
  return Object.fromEntries(
    given.map((name) => {
      const value = changes[name];
      const kept = settingOf(name).kind === 'dollars' && typeof value === 'number' ? toCents(value) : value;
      return [propertyOf(name), kept];
    }),
  );
}
