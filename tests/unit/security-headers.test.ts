import { OutgoingMessage, type ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { nextAuthOptions } from '../../server/features/auth/nextauth';
import { deviceCookie } from '../../server/features/auth/sign-in/known-device';
import { JwtSigner } from '../../server/features/auth/tokens';
import {
  API_POLICY,
  setPagePolicies,
  setSecurityHeaders,
} from '../../server/transport/http/security-headers';

const SECRET = 'a secret of at least 32 characters';
const response = () => new OutgoingMessage() as ServerResponse;
const scriptsOf = (policy: string) => /script-src ([^;]+)/.exec(policy)?.[1] ?? '';

test('every response forbids sniffing and framing, hides addresses from other sites, and stays on https for a year', () => {
  const res = response();
  setSecurityHeaders(res, 'https://tallyleaf.example');
  expect(res.getHeaders()).toMatchObject({
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
    'strict-transport-security': 'max-age=31536000',
  });
  const plain = response();
  setSecurityHeaders(plain, 'http://localhost:3000');
  expect(plain.getHeader('strict-transport-security')).toBeUndefined();
});

test('a page runs scripts of its own response alone, loads from our origin, and is framed by none', () => {
  const policies = ['/orders', '/orders'].map((path) => setPagePolicies(response(), path, false));
  for (const policy of policies) {
    for (const part of [
      "object-src 'none'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
      "form-action 'self'",
    ]) {
      expect(policy.split('; ')).toContain(part);
    }
    expect(scriptsOf(policy)).toMatch(/^'self' 'nonce-[\w+/]{22}==' 'strict-dynamic'$/);
  }
  expect(policies[0]).not.toBe(policies[1]);
});

test('an API response can load and run nothing', () => {
  expect(API_POLICY).toBe("default-src 'none'; frame-ancestors 'none'");
});

test('on https, every cookie is bound to the host, and no script or other site reads or sends it', async () => {
  const { cookies } = nextAuthOptions({ secrets: { current: SECRET }, secure: true } as never, {
    sent: undefined,
    issued: null,
  });
  const all = Object.values(cookies ?? {});
  expect(all).toHaveLength(3);
  for (const { name, options } of all) {
    expect(name).toMatch(/^__Host-/);
    expect(options).toEqual({ path: '/', sameSite: 'lax', secure: true, httpOnly: true });
  }
  const id = '0195e6a0-8c1e-7b5a-9d3f-2f6f1c0a9b03';
  const device = await deviceCookie(new JwtSigner(SECRET, undefined), id, true);
  expect(device).toMatch(/^__Host-[\w-]+=[^;]+; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Lax; Secure$/);
});
