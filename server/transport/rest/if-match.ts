import type { IncomingMessage } from 'node:http';
import { invalidRequest } from '../../kernel/errors';
import type { Context } from '../../operation/context';
import type { Operation } from '../../operation/init';

/** Whether a change takes `If-Match` and has `ctx.ifMatch`. */
export const comparesVersions = ({ versioned, method }: Pick<Operation, 'versioned' | 'method'>) =>
  versioned && method !== 'GET';

/**
 * Reads If-Match of a change (RFC 9110, 13.1.1); null without one. A weak tag counts: proxies that compress weaken ours.
 * @returns whether it names a version; `*` names any that exists
 * @throws AppError INVALID_REQUEST where the operation compares no versions: the change would overwrite what the caller
 *   means to keep. `*` passes, as it asks for any version
 */
export function ifMatchOf(
  { headers }: IncomingMessage,
  { versioned, method }: Operation,
): Context['ifMatch'] {
  const header = headers['if-match'];
  if (header === undefined) return null;
  const tags = header.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  if (comparesVersions({ versioned, method }))
    return (version) => version !== null && (tags.includes('*') || tags.includes(`"${version}"`));
  if (tags.includes('*')) return null;
  throw invalidRequest([
    {
      path: 'If-Match',
      code: 'unsupported_precondition',
      message: 'is not supported here: send the request without it, or with *',
    },
  ]);
}
