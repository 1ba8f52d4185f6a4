import { type ParseArgsConfig, parseArgs } from 'node:util';
import type { z } from 'zod';
import type { Env } from '../../kernel/env';
import type { Db } from '../../platform/db/client';

/** Who a command is to the database: the application, which can't change what only grows, or the owner of the tables. */
export type Login = 'application' | 'owner';

export interface CommandContext {
  env: Env;
  /** Opens the database for `work`, as the application by default; a command calls it once its arguments are validated. */
  withDb<T>(work: (db: Db) => Promise<T>, login?: Login): Promise<T>;
  /** True with `--json`: standard output gets one document, and standard error whatever else there is to say. */
  json: boolean;
  in: NodeJS.ReadStream;
  out: NodeJS.WriteStream;
  err: NodeJS.WriteStream;
}

/** A command of the operator. */
export interface Command {
  /** Usage line: the name and its arguments. */
  usage: string;
  /** One line for the list of commands. */
  summary: string;
  /** @returns the exit code @throws CommandError, UsageError */
  run(args: string[], context: CommandContext): Promise<number>;
}

/** An error that the operator can fix; the message is one line. Exit code 1. */
export class CommandError extends Error {}

/** Wrong usage. Exit code 2. */
export class UsageError extends Error {}

/** Prints what a command found or did: lines, or with `--json` one document. */
export function print(
  { json, out }: Pick<CommandContext, 'json' | 'out'>,
  document: object,
  lines: readonly string[],
): void {
  out.write(json ? `${JSON.stringify(document)}\n` : lines.map((line) => `${line}\n`).join(''));
}

type Parsed<T extends ParseArgsConfig> = ReturnType<typeof parseArgs<T & { strict: true }>>;

/**
 * Parses a command's arguments strictly; every command takes `--json`, which its context has.
 * @throws UsageError naming the unexpected ones
 */
export function readArguments<T extends ParseArgsConfig>(config: T): Parsed<T> {
  try {
    const options = { ...config.options, json: { type: 'boolean' as const } };
    const parsed = parseArgs({ ...config, options, strict: true });
    const { json: _, ...values } = parsed.values as Record<string, unknown>;
    return { ...parsed, values } as unknown as Parsed<T>;
  } catch (error) {
    // Node explains how to escape an argument after the first sentence.
    throw new UsageError((error as Error).message.split(/\. |\n/)[0]);
  }
}

/** Validates values against a schema whose keys are options. @throws UsageError naming each wrong option */
export function checkOptions<S extends z.ZodType>(schema: S, options: Record<string, unknown>): z.infer<S> {
  const parsed = schema.safeParse(options);
  if (parsed.success) return parsed.data;
  const wrong = parsed.error.issues.map(({ path, message }) => {
    const name = path.join('.');
    return `--${name} ${options[name] === undefined ? 'is required' : message}`;
  });
  throw new UsageError(wrong.join('; '));
}
