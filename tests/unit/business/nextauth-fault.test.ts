import { expect, test } from 'vitest';
import { findFault } from '../../../app/api/auth/[...nextauth]/fault';

const at = (query: string) => new Request(`http://localhost:3000/api/auth/signin${query}`);
const sent = (type: string, body: string) =>
  new Request('http://localhost:3000/api/auth/callback/credentials', {
    method: 'POST',
    headers: { 'content-type': type },
    body,
  });
const json = (value: unknown) => sent('application/json', JSON.stringify(value));
const form = (body: string) => sent('application/x-www-form-urlencoded', body);

test.each([
  ['no address', at('')],
  ['an empty one', at('?callbackUrl=')],
  ['a path', at('?callbackUrl=%2Forders%3Fstatus%3Dpending')],
  ['an address', at('?callbackUrl=http%3A%2F%2Flocalhost%3A3000%2F')],
  ['a form', form('email=a%40example.com&callbackUrl=%2F')],
  ['a JSON body of texts', json({ email: 'a@example.com', callbackUrl: '/' })],
])('accepts %s', async (_, request) => {
  expect(await findFault(request, undefined)).toBeNull();
});

test.each([
  ['a text that is no address', at('?callbackUrl=%25%25%25'), 'callbackUrl'],
  ['an address of a script', at('?callbackUrl=javascript%3Aalert(1)'), 'callbackUrl'],
  ['an address without a host', at('?callbackUrl=http%3A%2F%2F'), 'callbackUrl'],
  ['a repeated one of which one is none', at('?callbackUrl=%2F&callbackUrl=x'), 'callbackUrl'],
  ['one in a form', form('callbackUrl=http%3A%2F%2F%5B'), 'callbackUrl'],
  ['one in a JSON body', json({ callbackUrl: 'nowhere' }), 'callbackUrl'],
  ['a number in a JSON body', json({ callbackUrl: 5 }), 'callbackUrl'],
  ['a list as JSON body', json([]), 'body'],
  ['a broken JSON body', sent('application/json', '{"a":'), 'body'],
])('finds %s', async (_, request, fault) => {
  expect(await findFault(request, undefined)).toBe(fault);
});

test('finds a kept address that is malformed', async () => {
  expect(await findFault(at(''), 'x y')).toBe('Cookie');
  expect(await findFault(at(''), 'http://localhost:3000/')).toBeNull();
});
