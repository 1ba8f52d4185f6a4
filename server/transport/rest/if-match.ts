import type { IncomingMessage } from 'node:http';
import type { Context } from '../../operation/context';

/**
 * Reads If-Match (RFC 9110, 13.1.1); null without one. A weak tag counts: proxies that compress weaken ours.
 * @returns whether it names a version; `*` names any that exists
 */
export function ifMatchOf({ headers }: IncomingMessage): Context['ifMatch'] {
  const header = headers['if-match'];
  if (header === undefined) return null;
  const tags = header.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return (version) => version !== null && (tags.includes('*') || tags.includes(`"${version}"`));
}
