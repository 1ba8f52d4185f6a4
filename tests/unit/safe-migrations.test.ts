import { expect, test } from 'vitest';
import { knownMigrations } from '../../server/platform/db/lineage';
import { bareText } from '../../server/platform/db/migration-plan';

/** What old writers can trip over, whatever a migration says (decision 404). */
const UNSAFE =
  /\b(?:create (?:or replace )?(?:constraint )?trigger|add constraint|set not null|drop (?:column|table|constraint)|rename(?! constraint)|create unique index)\b/i;
/** Constraints of tables of 0.1.0 that hold for whatever has the defaults of the new columns, and so for what old writers write. */
const FITTING = [
  ...['order_items_variant', 'order_items_total', 'order_items_share', 'order_items_sample'],
  'orders_money',
];

const [, ...since] = knownMigrations();
const statements = since.flatMap(({ tag, raises, steps }) =>
  steps.flatMap((step) => step.statements.map((text) => ({ tag, raises, text: bareText(text) }))),
);
const namesIn = (pattern: RegExp) => statements.flatMap(({ text }) => pattern.exec(text)?.slice(1) ?? []);
/** Old writers know neither: a new table they leave alone, a new column they leave null or at its default. */
const newTables = new Set(namesIn(/^create table (?:if not exists )?"?(\w+)"?/i));
const newColumns = new Set(
  statements.flatMap(({ text }) => {
    const table = tableOf(text);
    return [...text.matchAll(/\badd column (?:if not exists )?"?(\w+)"?/gi)].map(
      ([, column]) => `${table}.${column}`,
    );
  }),
);

function tableOf(text: string): string | undefined {
  return /^(?:alter table (?:only )?|create [^(]*? on )"?(\w+)"?/i.exec(text)?.[1];
}

/** Whether a statement binds only what old writers don't write. */
function isOfNew(text: string): boolean {
  const table = tableOf(text) ?? '';
  if (newTables.has(table)) return true;
  const constraint = /\b(?:add|drop) constraint "?(\w+)"?/i.exec(text)?.[1];
  if (constraint === undefined) return false;
  const key = /\bforeign key \(([^)]+)\)/i.exec(text)?.[1];
  const columns = key
    ? [...key.matchAll(/\w+/g)].map(([column]) => `${table}.${column}`)
    : [...text.matchAll(/"(\w+)"\."(\w+)"/g)].map(([, of, column]) => `${of}.${column}`);
  // A key with a null refers to nothing.
  const bound = key
    ? columns.some((one) => newColumns.has(one))
    : columns.every((one) => newColumns.has(one));
  return (columns.length > 0 && bound) || FITTING.includes(constraint);
}

test('no migration that calls old writers safe binds or moves what they write', () => {
  const wrong = statements.filter(({ raises, text }) => !raises && UNSAFE.test(text) && !isOfNew(text));
  expect(wrong.map(({ tag, text }) => `${tag}: ${text.slice(0, 160)}`)).toEqual([]);
});

test('the check sees what binds or moves a table of 0.1.0', () => {
  for (const text of [
    'ALTER TABLE "orders" ADD CONSTRAINT "x" CHECK ("orders"."notes" <> \'\')',
    'ALTER TABLE "orders" ALTER COLUMN "notes" SET NOT NULL',
    'ALTER TABLE "orders" DROP COLUMN "notes"',
    'CREATE TRIGGER "x" BEFORE UPDATE ON "orders" for each row execute function x()',
    'CREATE UNIQUE INDEX "x" ON "orders" USING btree ("notes")',
  ])
    expect([text, UNSAFE.test(text) && !isOfNew(text)]).toEqual([text, true]);
});
