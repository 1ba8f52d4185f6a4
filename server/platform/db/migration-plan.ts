import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A part of a migration that succeeds or fails as a whole. */
export interface Step {
  /** `index` is built or dropped beside writers, `batches` repeats one statement until it changes no row. */
  kind: 'transaction' | 'index' | 'batches';
  statements: string[];
}

/** A migration as Drizzle records it (the SHA-256 of its text, its place in the order in milliseconds), and its steps. */
export interface Migration {
  tag: string;
  hash: string;
  when: number;
  /** The schema's generation once it is applied. */
  generation: number;
  /** True when processes of the generation before can't write safely afterwards. */
  raises: boolean;
  steps: Step[];
}

const COMMENTS = /^(?:\s|--[^\n]*(?:\n|$))+/;
const DECLARED = /^-- old writers: (safe|unsafe)$/m;
/** The line of a baseline: the generation of the schema that it makes. */
const REACHED = /^-- schema generation: (\d+)$/m;
const BATCHES = /^-- in batches$/m;
const CONCURRENTLY = /^(?:create\s+(?:unique\s+)?|drop\s+)index\s+concurrently\b/i;

/** Reads the migrations of a folder in order, as drizzle-kit writes them. */
export function readMigrations(folder: string): Migration[] {
  const journal = JSON.parse(readFileSync(join(folder, 'meta/_journal.json'), 'utf8')) as {
    entries: { tag: string; when: number }[];
  };
  let generation = 0;
  return journal.entries.map((entry) => {
    const migration = migrationOf(entry, readFileSync(join(folder, `${entry.tag}.sql`), 'utf8'), generation);
    generation = migration.generation;
    return migration;
  });
}

/** @param before the generation of the schema that it changes; 0 before the baseline */
export function migrationOf(
  { tag, when }: Pick<Migration, 'tag' | 'when'>,
  text: string,
  before: number,
): Migration {
  // A migration that says nothing raises it: what was forgotten must not let old processes write.
  const raises = DECLARED.exec(text)?.[1] !== 'safe';
  return {
    tag,
    when,
    hash: createHash('sha256').update(text).digest('hex'),
    generation: Number(REACHED.exec(text)?.[1] ?? (raises ? before + 1 : before)),
    raises,
    steps: stepsOf(text.split('--> statement-breakpoint')),
  };
}

/** Neighboring statements share a transaction, and the last step is one, in which the migration is recorded. */
function stepsOf(statements: readonly string[]): Step[] {
  const steps: Step[] = [];
  for (const text of statements) {
    const bare = bareText(text);
    if (bare === '') continue;
    const kind = CONCURRENTLY.test(bare) ? 'index' : BATCHES.test(text) ? 'batches' : 'transaction';
    const last = steps.at(-1);
    if (kind === 'transaction' && last?.kind === kind) last.statements.push(text);
    else steps.push({ kind, statements: [text] });
  }
  if (steps.at(-1)?.kind !== 'transaction') steps.push({ kind: 'transaction', statements: [] });
  return steps;
}

/** A statement without the comments before it. */
export function bareText(text: string): string {
  return text.replace(COMMENTS, '').trim();
}
