import { expect, test } from 'vitest';
import { knownMigrations } from '../../server/platform/db/lineage';
import { bareText } from '../../server/platform/db/migration-plan';

/** What old writers can trip over, whatever a migration says (decision 404). */
const UNSAFE =
  /\b(?:create (?:or replace )?(?:constraint )?trigger|add constraint|set not null|drop (?:column|table|constraint)|rename(?! constraint)|create unique index)\b/i;

/** The last migration of each release: its processes write while a later one migrates. */
const RELEASES = ['0000_baseline'];

interface Step {
  tag: string;
  text: string;
}
const migrations = knownMigrations();
const stepsOf = ({ tag, steps }: (typeof migrations)[number]): Step[] =>
  steps.flatMap(({ statements }) => statements.map((text) => ({ tag, text: bareText(text) })));

/** The migrations after each release, up to the next one. */
const SINCE = RELEASES.map((release, n) => {
  const placeOf = (tag: string | undefined) => migrations.findIndex((one) => one.tag === tag);
  const next = placeOf(RELEASES[n + 1]);
  return migrations.slice(placeOf(release) + 1, next < 0 ? undefined : next + 1);
});

function tableOf(text: string): string | undefined {
  return /^(?:alter table (?:only )?|create [^(]*? on )"?(\w+)"?/i.exec(text)?.[1];
}

/**
 * Tells whether a statement binds only what writers of the release before don't write: they leave a new table alone, and a new column
 * null or at its default.
 */
function newIn(steps: readonly Step[]) {
  const tables = new Set(
    steps.flatMap(({ text }) => /^create table (?:if not exists )?"?(\w+)"?/i.exec(text)?.[1] ?? []),
  );
  const columns = new Set(
    steps.flatMap(({ text }) =>
      [...text.matchAll(/\badd column (?:if not exists )?"?(\w+)"?/gi)].map(
        ([, column]) => `${tableOf(text)}.${column}`,
      ),
    ),
  );
  return (text: string): boolean => {
    const table = tableOf(text) ?? '';
    if (tables.has(table)) return true;
    const constraint = /\b(?:add|drop) constraint "?(\w+)"?/i.exec(text)?.[1];
    if (constraint === undefined) return false;
    const key = /\bforeign key \(([^)]+)\)/i.exec(text)?.[1];
    const bound = key
      ? [...key.matchAll(/\w+/g)].map(([column]) => `${table}.${column}`)
      : [...text.matchAll(/"(\w+)"\."(\w+)"/g)].map(([, of, column]) => `${of}.${column}`);
    const isNew = (one: string) => columns.has(one);
    // A key with a null refers to nothing.
    return key ? bound.some(isNew) : bound.length > 0 && bound.every(isNew);
  };
}

test('no migration that calls old writers safe binds or moves what they write', () => {
  const wrong = SINCE.flatMap((since) => {
    const isOfNew = newIn(since.flatMap(stepsOf));
    return since
      .filter(({ raises }) => !raises)
      .flatMap(stepsOf)
      .filter(({ text }) => UNSAFE.test(text) && !isOfNew(text));
  });
  expect(wrong.map(({ tag, text }) => `${tag}: ${text.slice(0, 160)}`)).toEqual([]);
});

test.each(SINCE.map((since, n) => [RELEASES[n], since, ['payments'][n]] as const))(
  'the check sees what binds or moves a table of the release up to %s',
  (_, since, table) => {
    const isOfNew = newIn(since.flatMap(stepsOf));
    for (const text of [
      `ALTER TABLE "${table}" ADD CONSTRAINT "x" CHECK ("${table}"."id" is null)`,
      `ALTER TABLE "${table}" ALTER COLUMN "id" SET NOT NULL`,
      `ALTER TABLE "${table}" DROP COLUMN "id"`,
      `CREATE TRIGGER "x" BEFORE UPDATE ON "${table}" for each row execute function x()`,
      `CREATE UNIQUE INDEX "x" ON "${table}" USING btree ("id")`,
    ])
      expect([text, UNSAFE.test(text) && !isOfNew(text)]).toEqual([text, true]);
  },
);
