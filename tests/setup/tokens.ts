import { createHmac } from 'node:crypto';
import { type JWTPayload, SignJWT } from 'jose';
import { TEST_SECRET } from './server';

/** The claims of a token, unchecked. */
export function claimsOf(token: string): JWTPayload {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as JWTPayload;
}

/** A token as the server signs it, except for what the caller says. */
export function forge(
  claims: JWTPayload,
  { type = 'access', typ, secret = TEST_SECRET }: { type?: string; typ?: string; secret?: string } = {},
): Promise<string> {
  const key = createHmac('sha256', secret).update(`jwt:${type}`).digest();
  return new SignJWT(claims).setProtectedHeader({ alg: 'HS256', typ: typ ?? `${type}+jwt` }).sign(key);
}

/** A token that claims to need no signature (RFC 8725, section 2.1). */
export function unsigned(claims: JWTPayload, alg = 'none'): string {
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
  return `${encode({ alg, typ: 'access+jwt' })}.${encode(claims)}.`;
}
