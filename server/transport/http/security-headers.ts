import { randomBytes } from 'node:crypto';
import type { ServerResponse } from 'node:http';

const YEAR_SECONDS = 31_536_000;

/** API responses are data: even when opened as a page, they can load and run nothing. */
export const API_POLICY = "default-src 'none'; frame-ancestors 'none'";

/** Security headers of every response (OWASP, HTTP headers). */
export function setSecurityHeaders(res: ServerResponse, publicUrl: string): void {
  res.setHeader('X-Content-Type-Options', 'nosniff');
  res.setHeader('X-Frame-Options', 'DENY');
  res.setHeader('Referrer-Policy', 'same-origin');
  res.setHeader('Cross-Origin-Opener-Policy', 'same-origin');
  res.setHeader('Permissions-Policy', 'camera=(), geolocation=(), microphone=(), payment=(), usb=()');
  if (publicUrl.startsWith('https:')) res.setHeader('Strict-Transport-Security', `max-age=${YEAR_SECONDS}`);
}

/** Builds the policy of a page: scripts by a fresh nonce, everything else from our origin. */
export function pagePolicy(development: boolean): string {
  const nonce = randomBytes(16).toString('base64');
  const scripts = development ? "'unsafe-eval'" : '';
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic' ${scripts}`.trim(),
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    `connect-src 'self'${development ? ' ws:' : ''}`,
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}
