import { v7 } from 'uuid';
import type { ErrorCode } from '../../../../server/kernel/errors';
import type { Answer, Client, ErrorBody } from '../../../setup/client';
import type { World } from './world';

/** A random number from 0 up to and without n, whole. */
export type Roll = (n: number) => number;

export interface Step {
  client: Client;
  method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  path: string;
  body?: object;
  /** The error that the model expects; undefined when the step succeeds. */
  error?: ErrorCode | undefined;
  /** What a success changes in the model. */
  apply?(answer: unknown): void | Promise<void>;
  /** True for one that is sent without a key, once. */
  once?: boolean;
}

/** A kind of step that users take; null where there is nothing to take it with. */
export type Kind = (world: World, roll: Roll) => Step | null | Promise<Step | null>;

export const pick = <T>(roll: Roll, all: readonly T[]): T => all[roll(all.length)] as T;
/** The same; undefined of none. */
export const pickAny = <T>(roll: Roll, all: readonly T[]): T | undefined => all[roll(all.length || 1)];

/** Sends a step under a key of its own; now and then it is cut off first, and sent again. */
export async function send(step: Step, roll: Roll): Promise<Answer> {
  const key: Record<string, string> = step.once ? {} : { 'idempotency-key': v7() };
  const options = { headers: key, ...(step.body && { body: step.body }) };
  const once = () => step.client.send(step.method, step.path, options);
  const isCut = roll(12) === 0;
  if (isCut && !step.once) {
    const { url, tokens } = step.client;
    await fetch(`${url}${step.path}`, {
      method: step.method,
      headers: {
        ...options.headers,
        authorization: `Bearer ${tokens?.access_token}`,
        ...(step.body && { 'content-type': 'application/json' }),
      },
      body: step.body ? JSON.stringify(step.body) : null,
      signal: AbortSignal.timeout(1 + roll(25)),
    }).catch(() => {});
  }
  for (;;) {
    const answer = await once();
    // While the request that was cut off still runs.
    if ((answer.body as Partial<ErrorBody> | null)?.error?.code !== 'IDEMPOTENCY_IN_PROGRESS') return answer;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
