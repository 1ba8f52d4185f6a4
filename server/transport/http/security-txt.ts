import type { ServerResponse } from 'node:http';
import type { Env } from '../../kernel/env';

export const SECURITY_TXT = '/.well-known/security.txt';

/** RFC 9116 recommends less than a year; an installation that is gone says nothing for long. */
const VALID_DAYS = 180;

/** Serves how to report a vulnerability of this installation, as RFC 9116 wants it. */
export function serveSecurityTxt(
  res: ServerResponse,
  { PUBLIC_URL, SECURITY_CONTACT }: Pick<Env, 'PUBLIC_URL' | 'SECURITY_CONTACT'>,
): void {
  const contact = SECURITY_CONTACT ?? `mailto:security@${new URL(PUBLIC_URL).hostname}`;
  const midnight = new Date(new Date(Date.now() + VALID_DAYS * 86_400_000).toISOString().slice(0, 10));
  const lines = [
    `Contact: ${contact}`,
    `Expires: ${midnight.toISOString()}`,
    'Preferred-Languages: en',
    `Canonical: ${PUBLIC_URL}${SECURITY_TXT}`,
  ];
  res.setHeader('Content-Type', 'text/plain; charset=utf-8');
  res.setHeader('Cache-Control', 'public, max-age=86400');
  res.end(`${lines.join('\n')}\n`);
}
