import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { newSecret, signatureHeaders } from '../../../../server/features/webhooks/sign';

const body = '{"type":"order.created","data":{"name":"Bjørn’s — 雪"}}';
const id = 'msg_p5jXN8AQM9LWM0D4loKWxJek';

test('matches the published example of Standard Webhooks', () => {
  const headers = signatureHeaders({
    id,
    at: new Date(1_614_265_330_000),
    body: '{"test": 2432232314}',
    secrets: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
  });
  expect(headers).toEqual({
    'webhook-id': id,
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  });
});

test('verifies with either secret during a rotation, the current one first', () => {
  const [current, previous] = [newSecret(), newSecret()];
  // The verifier reads the clock, and a second may pass between two signatures.
  const at = new Date();
  const headers = signatureHeaders({ id, at, body, secrets: [current, previous] });
  expect(new Webhook(current).verify(body, headers)).toEqual(JSON.parse(body));
  expect(new Webhook(previous).verify(body, headers)).toEqual(JSON.parse(body));
  const alone = signatureHeaders({ id, at, body, secrets: [current] });
  expect(headers['webhook-signature'].split(' ')).toHaveLength(2);
  expect(headers['webhook-signature'].split(' ')[0]).toBe(alone['webhook-signature']);
});

test("doesn't verify with another secret, body or id", () => {
  const secret = newSecret();
  const headers = signatureHeaders({ id, at: new Date(), body, secrets: [secret] });
  expect(() => new Webhook(newSecret()).verify(body, headers)).toThrow('No matching signature');
  expect(() => new Webhook(secret).verify(`${body} `, headers)).toThrow('No matching signature');
  expect(() => new Webhook(secret).verify(body, { ...headers, 'webhook-id': 'msg_other' })).toThrow();
});

test('creates a secret of whsec_ and the base64 of 32 bytes, a new one each time', () => {
  const secret = newSecret();
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(Buffer.from(secret.slice(6), 'base64')).toHaveLength(32);
  expect(newSecret()).not.toBe(secret);
});
