import { createHash } from 'node:crypto';
import { configure } from 'safe-stable-stringify';
import { z } from 'zod';
import type { Permission } from '../../../kernel/permissions';
import type { Call, PlannedCall } from '../call';
import type { Schema } from '../tool';
import { marked } from '../untrusted';

/** One object of a plan: what it is like, and what it would be like. */
export interface Change {
  object: Record<string, unknown>;
  before: Record<string, unknown> | null;
  after: Record<string, unknown>;
}

/** What a tool would do. Nothing has changed yet. */
export interface Draft {
  /** In our own words and numbers, for a question to a person. */
  summary: string;
  changes: readonly Change[];
  /** What a person should know first, in our own words, with fields that may not be. */
  warnings: ReadonlyArray<Record<string, unknown>>;
  calls: readonly PlannedCall[];
}

interface Declared<I extends z.ZodObject> {
  name: string;
  title: string;
  description: string;
  permissions: readonly Permission[];
  input: I;
  draft(call: Call, input: z.output<I>): Promise<Draft>;
}
export type Planner = Omit<Declared<z.ZodObject>, 'draft' | 'input'> & {
  input: Schema;
  draft(call: Call, input: unknown): Promise<Draft>;
};

/** Declares a tool that plans: it changes nothing. */
export const planner = <I extends z.ZodObject>(declared: Declared<I>): Planner => ({
  ...declared,
  input: declared.input as unknown as Schema,
  draft: (call, input) => declared.draft(call, input as z.output<I>),
});

const Shown = z.looseObject({});
export const PlanOutput = z.looseObject({
  plan_token: z.string().meta({ description: 'Pass it to `run_plan` within 10 minutes' }),
  expires_at: z.string().meta({ description: 'Until when it can be run' }),
  summary: z.string().meta({ description: 'What would be done' }),
  changes: z
    .array(z.looseObject({ object: Shown, before: Shown.nullable(), after: Shown }))
    .meta({ description: 'Each object before and after' }),
  warnings: z.array(Shown).meta({ description: 'What a person should know before' }),
});

const canonical = configure({ deterministic: true });

/** Equal for plans that would do the same to the same. */
export const digestOf = ({ changes, calls }: Pick<Draft, 'changes' | 'calls'>) =>
  createHash('sha256')
    .update(canonical({ changes, calls }) ?? '')
    .digest('hex');

/** Changes and warnings as an assistant sees them. */
export const shown = ({ changes, warnings }: Draft) =>
  marked({ changes, warnings }) as Pick<Draft, 'changes' | 'warnings'>;
