import { describe, expect, test } from 'vitest';
import { checkTarget, checkTargetUrl, isPublicAddress } from '../../../server/platform/outgoing/guard';

const strict = { allowLoopback: false };
const lenient = { allowLoopback: true };

describe('special-purpose addresses are not public (IANA registries), their neighbors are', () => {
  test.each([
    ['0.0.0.0/8', '0.0.0.0', '0.255.255.255'],
    ['10.0.0.0/8', '10.0.0.0', '10.255.255.255'],
    ['100.64.0.0/10', '100.64.0.0', '100.127.255.255'],
    ['127.0.0.0/8', '127.0.0.0', '127.255.255.255'],
    ['169.254.0.0/16', '169.254.0.0', '169.254.255.255'],
    ['172.16.0.0/12', '172.16.0.0', '172.31.255.255'],
    ['192.0.0.0/24', '192.0.0.0', '192.0.0.255'],
    ['192.0.2.0/24', '192.0.2.0', '192.0.2.255'],
    ['192.31.196.0/24', '192.31.196.0', '192.31.196.255'],
    ['192.52.193.0/24', '192.52.193.0', '192.52.193.255'],
    ['192.88.99.0/24', '192.88.99.0', '192.88.99.255'],
    ['192.168.0.0/16', '192.168.0.0', '192.168.255.255'],
    ['192.175.48.0/24', '192.175.48.0', '192.175.48.255'],
    ['198.18.0.0/15', '198.18.0.0', '198.19.255.255'],
    ['198.51.100.0/24', '198.51.100.0', '198.51.100.255'],
    ['203.0.113.0/24', '203.0.113.0', '203.0.113.255'],
    ['224.0.0.0/4 and 240.0.0.0/4', '224.0.0.0', '255.255.255.255'],
  ])('%s', (_range, first, last) => {
    expect(isPublicAddress(first)).toBe(false);
    expect(isPublicAddress(last)).toBe(false);
    const [before, after] = [numberOf(first) - 1, numberOf(last) + 1];
    if (before > 0xffffff && before !== 0x0affffff) expect(isPublicAddress(dotted(before))).toBe(true);
    if (after <= 0xffffffff) expect(isPublicAddress(dotted(after))).toBe(true);
  });

  test.each([
    '::',
    '::1',
    '::127.0.0.1',
    '::8.8.8.8',
    '::ffff:127.0.0.1',
    '::ffff:8.8.8.8',
    '::ffff:0:8.8.8.8',
    '64:ff9b::8.8.8.8',
    '64:ff9b::7f00:1',
    '64:ff9b:1::1',
    '64:ff9b:1:ffff:ffff:ffff:ffff:ffff',
    '100::1',
    '2001::1',
    '2001:0:1::1',
    '2001:1::1',
    '2001:2::1',
    '2001:3::1',
    '2001:4:112::1',
    '2001:10::1',
    '2001:20::1',
    '2001:30::1',
    '2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff',
    '2001:db8::1',
    '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff',
    '2002:7f00:1::',
    '2002:808:808::1',
    '2620:4f:8000::1',
    '3fff::1',
    '3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff',
    '4000::1',
    '5f00::1',
    'fc00::1',
    'fd00:ec2::254',
    'fe80::1',
    'fe80::1%eth0',
    '2606:4700::1%eth0',
    'fec0::1',
    'ff02::1',
    '1fff::1',
  ])('%s', (ip) => {
    expect(isPublicAddress(ip)).toBe(false);
  });

  test.each([
    '1.1.1.1',
    '8.8.8.8',
    '172.15.255.255',
    '223.255.255.255',
    '2001:200::1',
    '2001:4860:4860::8888',
    '2003::1',
    '2606:4700:4700::1111',
    '2620:4f:8001::1',
    '3ffe:ffff::1',
  ])('%s is public', (ip) => {
    expect(isPublicAddress(ip)).toBe(true);
  });

  test.each([
    '',
    'example.com',
    '8.8.8',
    '8.8.8.8.',
    '08.8.8.8',
    '0x8.8.8.8',
    '134744072',
    ' 8.8.8.8',
    '8.8.8.8/32',
    '[2606::1]',
  ])('rejects %j as not canonical', (ip) => {
    expect(isPublicAddress(ip)).toBe(false);
  });
});

describe('rejects cloud metadata addresses in every spelling', () => {
  const platform = [
    ['Azure wire server', '168.63.129.16'],
    ['instance metadata', '169.254.169.254'],
    ['ECS task metadata', '169.254.170.2'],
    ['Alibaba metadata', '100.100.100.200'],
    ['Oracle metadata', '192.0.0.192'],
    ['benchmark network', '198.19.255.254'],
  ] as const;

  test.each(platform)('%s (%s)', (_name, ip) => {
    expect(isPublicAddress(ip)).toBe(false);
    for (const host of spellingsOf(ip)) {
      expect(checkTargetUrl(`https://${host}/`, strict)?.code, host).toBe('not_public');
      expect(checkTargetUrl(`http://${host}/`, lenient)?.code, host).toBe('not_public');
    }
  });

  test.each(platform)('%s as an address that a name resolves to', async (_name, ip) => {
    const resolve = async () => [{ address: ip, family: 4 }];
    expect((await checkTarget('https://a.test/', { ...strict, resolve }))?.code).toBe('not_public');
    expect((await checkTarget('https://a.test/', { ...lenient, resolve }))?.code).toBe('not_public');
  });

  test('the addresses next to the Azure wire server stay public', () => {
    expect(isPublicAddress('168.63.129.15')).toBe(true);
    expect(isPublicAddress('168.63.129.17')).toBe(true);
  });
});

describe('the spelling of a target', () => {
  test.each([
    'https://example.com/',
    'https://example.com:8443/hooks?token=1',
    'https://EXAMPLE.com./hooks',
    'https://bücher.example/',
    'https://8.8.8.8/',
    'https://[2606:4700::1111]/',
    `https://example.com/${'a'.repeat(2028)}`,
  ])('accepts %s as a target', (url) => {
    expect(checkTargetUrl(url, strict)).toBeNull();
    expect(checkTargetUrl(url, lenient)).toBeNull();
  });

  test.each([
    ['', 'invalid_url'],
    ['example.com/hooks', 'invalid_url'],
    ['https://', 'invalid_url'],
    ['https://exa mple.com/', 'invalid_url'],
    ['https://256.256.256.256/', 'invalid_url'],
    ['https://[fe80::1%25eth0]/', 'invalid_url'],
    ['http://example.com/', 'https_required'],
    ['ftp://example.com/', 'https_required'],
    ['file:///etc/passwd', 'https_required'],
    ['javascript:alert(1)', 'https_required'],
    ['https://user@example.com/', 'has_credentials'],
    ['https://:secret@example.com/', 'has_credentials'],
    ['https://example.com@127.0.0.1/', 'has_credentials'],
    ['https://example.com/#part', 'has_fragment'],
    ['https://example.com/#', 'has_fragment'],
    [`https://example.com/${'a'.repeat(2029)}`, 'too_long'],
    ['https://localhost/', 'not_public'],
    ['https://LOCALHOST./', 'not_public'],
    ['https://api.localhost/', 'not_public'],
    ['https://127.0.0.1/', 'not_public'],
  ])('rejects %s', (url, code) => {
    const problem = checkTargetUrl(url, strict);
    expect(problem?.code).toBe(code);
    expect(problem?.message).toMatch(/^must /);
  });

  test('never repeats the input in an error', () => {
    for (const url of [
      'https://user:hunter2@intranet-7/x',
      'https://10.11.12.13/secret-path',
      'gopher://intranet-7',
    ]) {
      expect(checkTargetUrl(url, strict)?.message).not.toMatch(
        /hunter2|intranet-7|10\.11|secret-path|gopher/,
      );
    }
  });

  test.each(['http://example.com/', 'http://localhost:3000/', 'https://127.8.9.10/', 'http://[::1]:80/'])(
    'accepts %s as a target with loopback allowed',
    (url) => {
      expect(checkTargetUrl(url, lenient)).toBeNull();
    },
  );

  test.each([
    ['ftp://localhost/', 'invalid_url'],
    ['http://10.0.0.1/', 'not_public'],
    ['http://0.0.0.0/', 'not_public'],
    ['http://[::]/', 'not_public'],
    ['http://169.254.169.254/', 'not_public'],
    ['http://[::ffff:127.0.0.1]/', 'not_public'],
    ['http://[64:ff9b::127.0.0.1]/', 'not_public'],
    ['http://[fe80::1]/', 'not_public'],
    ['http://me@localhost/', 'has_credentials'],
  ])('rejects %s even with loopback allowed', (url, code) => {
    expect(checkTargetUrl(url, lenient)?.code).toBe(code);
  });
});

describe('the addresses of a name', () => {
  const answering = (...addresses: string[]) => ({
    allowLoopback: false,
    resolve: async () => addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
  });

  test('all public: no problem', async () => {
    expect(await checkTarget('https://a.test/', answering('8.8.8.8', '2606:4700::1111'))).toBeNull();
  });

  test.each([
    [['10.0.0.1']],
    [['8.8.8.8', '10.0.0.1']],
    [['2606:4700::1111', '::1']],
    [['::ffff:8.8.8.8']],
    [['fe80::1%eth0']],
    [['no address']],
  ])('rejects %j', async (addresses) => {
    expect((await checkTarget('https://a.test/', answering(...addresses)))?.code).toBe('not_public');
  });

  test('rejects a wrong spelling without a lookup', async () => {
    const resolve = () => Promise.reject(new Error('asked'));
    expect((await checkTarget('http://a.test/', { allowLoopback: false, resolve }))?.code).toBe(
      'https_required',
    );
  });

  test("accepts a name that doesn't resolve, or not within two seconds, for now", async () => {
    const startedAt = performance.now();
    expect(await checkTarget('https://a.test/', answering())).toBeNull();
    const failing = { allowLoopback: false, resolve: () => Promise.reject(new Error('SERVFAIL')) };
    expect(await checkTarget('https://a.test/', failing)).toBeNull();
    expect(performance.now() - startedAt).toBeLessThan(1000);
    const silent = { allowLoopback: false, resolve: () => new Promise<never>(() => {}) };
    expect(await checkTarget('https://a.test/', silent)).toBeNull();
    expect(performance.now() - startedAt).toBeLessThan(4000);
  });
});

function numberOf(ip: string): number {
  return ip.split('.').reduce((sum, part) => sum * 256 + Number(part), 0);
}

function dotted(value: number): string {
  return [24, 16, 8, 0].map((shift) => Math.floor(value / 2 ** shift) % 256).join('.');
}

/** An IPv4 address as hosts that WHATWG URL reads as that address, and as the IPv6 addresses that embed it. */
function spellingsOf(ip: string): string[] {
  const number = numberOf(ip);
  const bytes = ip.split('.').map(Number);
  const [a = 0, b = 0, c = 0, d = 0] = bytes;
  const hex = (value: number) => value.toString(16);
  const pair = `${hex(a * 256 + b)}:${hex(c * 256 + d)}`;
  const inverted = `${hex(0xffff - (a * 256 + b))}:${hex(0xffff - (c * 256 + d))}`;
  return [
    ip,
    `${ip}.`,
    String(number),
    `0x${hex(number)}`,
    `0${number.toString(8)}`,
    bytes.map((byte) => `0x${hex(byte)}`).join('.'),
    bytes.map((byte) => `0${byte.toString(8)}`).join('.'),
    `${a}.${b}.${c * 256 + d}`,
    `${a}.${(b * 256 + c) * 256 + d}`,
    ip.replaceAll('.', '%2e'),
    ip.replaceAll('.', '\u3002'),
    `[::${ip}]`,
    `[::ffff:${ip}]`,
    `[::ffff:${pair}]`,
    `[::ffff:0:${ip}]`,
    `[64:ff9b::${ip}]`,
    `[64:ff9b:1::${ip}]`,
    `[2002:${pair}::1]`,
    `[2001::${inverted}]`,
  ];
}

describe('hosts that the operator lists (SSO_PRIVATE_HOSTS)', () => {
  const listed = (host: string) => ({ ...strict, privateHosts: [host] });

  test.each(['10.0.0.5', '172.16.0.1', '192.168.1.1', '100.64.0.1'])('%s may be private', (host) => {
    expect(checkTargetUrl(`https://${host}/`, strict)).not.toBeNull();
    expect(checkTargetUrl(`https://${host}/`, listed('10.9.9.9'))).not.toBeNull();
    expect(checkTargetUrl(`https://${host}/`, listed(host))).toBeNull();
  });

  test.each(['127.0.0.1', '169.254.169.254', '0.0.0.0', '224.0.0.1'])('%s stays closed', (host) => {
    expect(checkTargetUrl(`https://${host}/`, listed(host))).not.toBeNull();
  });
});
