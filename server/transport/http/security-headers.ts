import { randomBytes } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { isScanningPage } from '../../kernel/scanning';

const YEAR_SECONDS = 31_536_000;

/** API responses are data: even when opened as a page, they can load and run nothing. */
export const API_POLICY = "default-src 'none'; frame-ancestors 'none'";

/** Security headers of every response (OWASP, HTTP headers). */
export function setSecurityHeaders(res: ServerResponse, publicUrl: string): void {
  res.setHeader('X-Content-Type-Options', 'nosniff');
  res.setHeader('X-Frame-Options', 'DENY');
  res.setHeader('Referrer-Policy', 'same-origin');
  res.setHeader('Cross-Origin-Opener-Policy', 'same-origin');
  res.setHeader('Permissions-Policy', permissionsPolicy('()'));
  if (publicUrl.startsWith('https:')) res.setHeader('Strict-Transport-Security', `max-age=${YEAR_SECONDS}`);
}

const permissionsPolicy = (camera: string) =>
  `camera=${camera}, geolocation=(), microphone=(), payment=(), usb=()`;

/**
 * Sets the policies of a page: scripts by a fresh nonce, everything else from our origin; camera and WebAssembly only where
 * codes are scanned.
 * @returns the content security policy
 */
export function setPagePolicies(res: ServerResponse, path: string, development: boolean): string {
  const scans = isScanningPage(path);
  if (scans) res.setHeader('Permissions-Policy', permissionsPolicy('(self)'));
  const policy = pagePolicy(development, scans);
  res.setHeader('Content-Security-Policy', policy);
  return policy;
}

function pagePolicy(development: boolean, scans: boolean): string {
  const nonce = randomBytes(16).toString('base64');
  const scripts = [...(development ? ["'unsafe-eval'"] : []), ...(scans ? ["'wasm-unsafe-eval'"] : [])].join(
    ' ',
  );
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic' ${scripts}`.trim(),
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    `connect-src 'self'${development ? ' ws:' : ''}`,
    "worker-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}
