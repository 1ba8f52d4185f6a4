import type { McpScope } from '../../features/oauth/schema';
import type { Actor } from '../../kernel/actor';
import type { Context } from '../../operation/context';
import { keyedRequest } from '../rest/idempotency-key';
import { OPERATIONS, type RestOperation } from '../rest/operations';
import type { Caller } from '../runtime';

/** One request of an assistant, authenticated. */
export interface Call {
  ctx: Context & { actor: Actor };
  /** Runs operations as REST does: rights, limits and audit are theirs. */
  caller: Caller;
  /** What its token may be used for; a key has both. */
  scopes: readonly McpScope[];
  /** What the audit log calls the client; part of what a plan is bound to. */
  client: string;
  signal: AbortSignal;
}

const BY_NAME = new Map(OPERATIONS.map((operation) => [operation.name, operation]));

/** An operation of a plan. @throws Error for a name that no operation has */
export function operationNamed(name: string): RestOperation {
  const operation = BY_NAME.get(name);
  if (!operation) throw new Error(`There is no operation ${name}`);
  return operation;
}

/** An operation and what it gets, as a plan keeps it. */
export interface PlannedCall {
  operation: string;
  input: Record<string, unknown>;
}

/**
 * Runs a planned operation as REST would, once for its key: sent again, it responds as before (decision 49).
 * @throws TRPCError with an AppError as its cause
 */
export function runPlanned(
  { ctx, signal }: Pick<Call, 'ctx' | 'signal'>,
  { operation: name, input }: PlannedCall,
  key: string,
): Promise<unknown> {
  const operation = operationNamed(name);
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, param: string) => String(input[param]));
  const keyed = keyedRequest(ctx, operation, path, key, input);
  return operation.run({ ...ctx, keyed }, input, signal);
}
