import { request } from 'node:https';
import { createServer } from 'node:net';
import { networkInterfaces } from 'node:os';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { openSender } from '../../../server/features/webhooks/send';
import { checkTarget, type TargetPolicy } from '../../../server/platform/outgoing/guard';
import { openReceiver, type Receiver } from '../../setup/receiver';

/** Reachable by every address of this machine, so that what gets past the guard is counted. */
let listener: Receiver;
beforeAll(async () => {
  listener = await openReceiver({ host: (await hasIpv6()) ? '::' : '0.0.0.0' });
  return () => listener.close();
});

/** Each of them reaches the listener without the guard. */
const OWN_SPELLINGS = [
  '127.0.0.1',
  '127.1',
  '127.0.1',
  '2130706433',
  '0x7f000001',
  '0x7f.0.0.1',
  '0x7F.1',
  '0177.0.0.1',
  '017700000001',
  '0177.0x0.0.1',
  '127.0.0.1.',
  '127.000.000.001',
  '%31%32%37.0.0.1',
  '①②⑦.⓪.⓪.①',
  '127。0。0。1',
  '0.0.0.0',
  '0',
  '0x0',
  'localhost',
  'LOCALHOST',
];
const OWN_SPELLINGS_V6 = [
  '[::1]',
  '[0:0:0:0:0:0:0:1]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[0:0:0:0:0:ffff:7f00:0001]',
  '[::]',
];
const ELSEWHERE = [
  '127.255.255.254',
  '169.254.169.254',
  '2852039166',
  '0xa9fea9fe',
  '0251.0376.0251.0376',
  '169.254.43518',
  '169.254.170.2',
  '100.100.100.200',
  '10.0.0.1',
  '10.1',
  '012.0.0.1',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.0.1',
  '100.64.0.1',
  '192.0.0.192',
  '198.18.0.1',
  '224.0.0.1',
  '255.255.255.255',
  'localhost.',
  'api.localhost',
  '[::127.0.0.1]',
  '[::ffff:169.254.169.254]',
  '[::ffff:a9fe:a9fe]',
  '[::ffff:0:127.0.0.1]',
  '[64:ff9b::127.0.0.1]',
  '[64:ff9b::a9fe:a9fe]',
  '[64:ff9b:1::7f00:1]',
  '[2002:7f00:1::]',
  '[2001:0:7f00:1::]',
  '[fe80::1]',
  '[fec0::1]',
  '[fc00::1]',
  '[fd00:ec2::254]',
  '[ff02::1]',
];

async function attempt(host: string, policy: TargetPolicy, scheme = 'https') {
  const before = listener.connections;
  const url = `${scheme}://${host}:${listener.port}/hook`;
  const sender = openSender(policy, { timeoutMs: 2000 });
  const problem = await checkTarget(url, policy);
  const outcome = await sender.send({ url, headers: {}, body: '{}' });
  sender.close();
  return { problem, outcome, connections: listener.connections - before };
}

/** Sends a request without the guard. Resolves on a response or a broken connection. */
function unguarded(host: string): Promise<void> {
  return new Promise((resolve) => {
    request(`https://${host}:${listener.port}/`, { agent: false }, () => resolve())
      .on('error', () => resolve())
      .end();
  });
}

describe('addresses as a host', () => {
  const own = privateAddressesOfOurs();

  test.each([...OWN_SPELLINGS, ...OWN_SPELLINGS_V6, ...own, ...ELSEWHERE])(
    'rejects %s on creation and at each delivery without a connection',
    async (host) => {
      const { problem, outcome, connections } = await attempt(host, { allowLoopback: false });
      expect(problem?.code).toBe('not_public');
      expect(outcome).toMatchObject({ ok: false, status: null, error: 'The address is not public' });
      expect(connections).toBe(0);
    },
  );

  test('without the guard the spellings of this machine reach the listener: the tests above can fail', async () => {
    const spellings = (await hasIpv6()) ? [...OWN_SPELLINGS, ...OWN_SPELLINGS_V6] : OWN_SPELLINGS;
    for (const host of [...spellings, ...own]) {
      const before = listener.connections;
      await unguarded(host);
      expect(listener.connections, host).toBeGreaterThan(before);
    }
  });

  test.each(['127.0.0.1', '2130706433', '0177.1', '127.0.0.1.', 'localhost', 'hooks.localhost'])(
    'with loopback allowed, %s is delivered to by plain http',
    async (host) => {
      const { problem, outcome, connections } = await attempt(host, { allowLoopback: true }, 'http');
      expect(problem).toBeNull();
      expect(outcome).toMatchObject({ ok: true, status: 204, error: null });
      expect(connections).toBe(1);
    },
  );

  test.each([
    '0.0.0.0',
    '0',
    '[::]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[::127.0.0.1]',
    '10.0.0.1',
    ...own,
  ])('rejects %s even with loopback allowed', async (host) => {
    const { problem, outcome, connections } = await attempt(host, { allowLoopback: true }, 'http');
    expect(problem?.code).toBe('not_public');
    expect(outcome.error).toBe('The address is not public');
    expect(connections).toBe(0);
  });
});

describe('names', () => {
  const zone: Record<string, string[]> = {
    'metadata.google.internal': ['169.254.169.254'],
    'instance-data.ec2.internal': ['169.254.169.254'],
    '127.0.0.1.nip.test': ['127.0.0.1'],
    'intranet.test': ['10.20.30.40'],
    'six.test': ['::1'],
    'mapped.test': ['::ffff:127.0.0.1'],
    'nat64.test': ['64:ff9b::7f00:1'],
    'unspecified.test': ['0.0.0.0'],
    'mixed.test': ['93.184.215.14', '127.0.0.1'],
    'mixed-first.test': ['127.0.0.1', '93.184.215.14'],
    'mixed-families.test': ['93.184.215.14', '::1'],
    intranet: ['192.168.1.1'],
  };
  const resolve = async (host: string) => (zone[host] ?? []).map(withFamily);

  test.each(Object.keys(zone))('rejects %s without a connection', async (name) => {
    const { problem, outcome, connections } = await attempt(name, { allowLoopback: false, resolve });
    expect(problem?.code).toBe('not_public');
    expect(outcome.error).toBe('The address is not public');
    expect(connections).toBe(0);
  });

  test.each([
    ['public first, this machine at delivery', ['93.184.215.14'], ['127.0.0.1']],
    ['public first, both at delivery', ['93.184.215.14'], ['93.184.215.14', '127.0.0.1']],
    ['nothing first, this machine at delivery', [], ['127.0.0.1']],
  ])('rebinding: %s', async (_case, first, later) => {
    const answers = [first];
    const rebinding = async () => (answers.shift() ?? later).map(withFamily);
    const policy = { allowLoopback: false, resolve: rebinding };
    const { problem, outcome, connections } = await attempt('rebinding.test', policy);
    expect(problem).toBeNull();
    expect(outcome.error).toBe('The address is not public');
    expect(connections).toBe(0);
  });

  test('the connection goes to what was checked: one question a connection, whatever a second would bring', async () => {
    let asked = 0;
    const policy = {
      allowLoopback: true,
      resolve: async () => {
        asked += 1;
        return [withFamily(asked === 1 ? '127.0.0.1' : '10.0.0.1')];
      },
    };
    const sender = openSender(policy, { timeoutMs: 2000 });
    const url = `http://pinned.test:${listener.port}/`;
    for (let sent = 0; sent < 3; sent += 1) {
      expect(await sender.send({ url, headers: {}, body: '{}' })).toMatchObject({ ok: true });
    }
    expect(asked).toBe(1);
    expect(listener.requests.at(-1)?.headers.host).toBe(`pinned.test:${listener.port}`);
    sender.close();
  });

  test('delivers to a name of this machine with loopback allowed, which shows that the guard rejected it', async () => {
    const { outcome } = await attempt('127.0.0.1.nip.test', { allowLoopback: true, resolve }, 'http');
    expect(outcome).toMatchObject({ ok: true, status: 204 });
  });

  test('a name without an address says so', async () => {
    const { problem, outcome } = await attempt('nowhere.test', { allowLoopback: false, resolve });
    expect(problem).toBeNull();
    expect(outcome.error).toBe('The name does not resolve');
  });

  test('so does a name that DNS does not know', async () => {
    const sender = openSender({ allowLoopback: false });
    const outcome = await sender.send({ url: 'https://nowhere.invalid/', headers: {}, body: '{}' });
    expect(outcome.error).toBe('The name does not resolve');
    sender.close();
  });
});

describe('redirects', () => {
  test.each([301, 302, 303, 307, 308])('%i to this machine is not followed', async (status) => {
    const redirecting = await openReceiver();
    onTestFinished(() => redirecting.close());
    const before = listener.connections;
    const location = `http://127.0.0.1:${listener.port}/`;
    redirecting.answer((_request, response) => response.writeHead(status, { location }).end());
    const sender = openSender({ allowLoopback: true });
    const outcome = await sender.send({ url: redirecting.url, headers: {}, body: '{}' });
    expect(outcome).toMatchObject({ ok: false, status, error: null });
    expect(redirecting.requests).toHaveLength(1);
    expect(listener.connections).toBe(before);
    sender.close();
  });
});

function withFamily(address: string) {
  return { address, family: address.includes(':') ? 6 : 4 };
}

/** The private addresses that this machine has on its network. */
function privateAddressesOfOurs(): string[] {
  return Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ address, internal }) => !internal && /^(10|172\.(1[6-9]|2\d|3[01])|192\.168)\./.test(address))
    .map(({ address }) => address);
}

function hasIpv6(): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
      .once('error', () => resolve(false))
      .listen(0, '::1', () => server.close(() => resolve(true)));
  });
}
