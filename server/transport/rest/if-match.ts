import type { IncomingMessage } from 'node:http';
import { invalidRequest } from '../../kernel/errors';
import type { Context } from '../../operation/context';
import { matcherOf } from '../../operation/etag';
import type { Operation } from '../../operation/init';
import { objectOf } from '../../operation/objects';

/** Whether a change takes `If-Match`: where its path names an object (decision 932). */
export const comparesVersions = (operation: Operation) =>
  operation.upserts || (operation.method !== 'GET' && objectOf(operation) !== null);

/**
 * Reads If-Match of a change (RFC 9110, 13.1.1); null without one.
 * @returns whether it names a version; `*` names any that exists
 * @throws AppError INVALID_REQUEST where the path names no object, and for what isn't a list of tags
 */
export function ifMatchOf({ headers }: IncomingMessage, operation: Operation): Context['ifMatch'] {
  const header = headers['if-match'];
  if (header === undefined) return null;
  if (!comparesVersions(operation)) {
    const message = 'compares no version here, as the path names no object: send the request without it';
    throw invalidRequest([{ path: 'If-Match', code: 'not_versioned', message }]);
  }
  return matcherOf(header);
}
