import { describe, expect, test } from 'vitest';
import { callerAddress, readTrustedProxies, type TrustedProxies } from '../../server/kernel/trusted-proxies';

const read = (text: string) => readTrustedProxies(text) as TrustedProxies;
const NETWORKS = '10.0.0.0/8, fd00::/8, 192.0.2.7';

describe('TRUST_PROXY', () => {
  test.each([['0'], ['1'], ['32'], ['true'], ['false'], ['10.0.0.0/8'], ['::1'], [NETWORKS]])(
    'accepts %s',
    (text) => {
      expect(readTrustedProxies(text)).not.toBeNull();
    },
  );

  test.each([
    ['yes'],
    ['-1'],
    ['33'],
    ['1.5'],
    ['10.0.0.0/33'],
    ['::/129'],
    ['10.0.0.0/8,'],
    ['127.1'],
    ['a.example'],
  ])('rejects %s', (text) => {
    expect(readTrustedProxies(text)).toBeNull();
  });

  test('reads true as one proxy and false as none', () => {
    expect(read('true')).toEqual({ hops: 1 });
    expect(read('false')).toEqual({ hops: 0 });
  });
});

describe("the caller's address", () => {
  const peer = '10.1.1.1';
  test.each<[trust: string, peer: string, forwarded: string | undefined, address: string | null]>([
    // Without trust nothing that was sent counts.
    ['0', peer, '203.0.113.9', null],
    // The nth address from the right, however many the caller wrote before it.
    ['1', peer, '203.0.113.9', '203.0.113.9'],
    ['1', peer, '1.1.1.1, 203.0.113.9', '203.0.113.9'],
    ['2', peer, '1.1.1.1, 203.0.113.9, 10.2.2.2', '203.0.113.9'],
    ['2', peer, '203.0.113.9', peer],
    ['1', peer, undefined, peer],
    ['1', peer, '', peer],
    ['1', peer, '203.0.113.9, garbage', peer],
    ['1', peer, "203.0.113.9' or 1=1", peer],
    ['1', peer, '127.1', peer],
    ['1', peer, 'fe80::1%eth0', peer],
    ['1', peer, '203.0.113.9:55123', '203.0.113.9'],
    ['1', peer, '[2001:DB8::1]:443', '2001:db8::1'],
    ['1', peer, '::ffff:203.0.113.9', '203.0.113.9'],
    // The rightmost address outside the networks, when the peer is inside.
    [NETWORKS, peer, '203.0.113.9', '203.0.113.9'],
    [NETWORKS, peer, '1.1.1.1, 203.0.113.9, 10.2.2.2, fd00::5', '203.0.113.9'],
    [NETWORKS, 'fd00::1', '203.0.113.9', '203.0.113.9'],
    [NETWORKS, '192.0.2.7', '203.0.113.9', '203.0.113.9'],
    [NETWORKS, '192.0.2.8', '203.0.113.9', null],
    [NETWORKS, peer, '10.2.2.2, 10.3.3.3', peer],
    [NETWORKS, peer, '203.0.113.9, garbage, 10.2.2.2', peer],
    [NETWORKS, peer, undefined, peer],
  ])('TRUST_PROXY=%s, peer %s, X-Forwarded-For %s: %s', (trust, from, forwarded, address) => {
    expect(callerAddress(read(trust), from, forwarded)).toBe(address);
  });
});
