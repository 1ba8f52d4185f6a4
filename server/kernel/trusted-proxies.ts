import ipaddr from 'ipaddr.js';

type Network = readonly [address: ipaddr.IPv4 | ipaddr.IPv6, bits: number];

/** Proxies whose forwarding headers are trusted: the last n, or those in these networks. */
export type TrustedProxies = { hops: number } | { networks: readonly Network[] };

const MAX_HOPS = 32;

/**
 * Reads TRUST_PROXY: `0`, a number of proxies, or networks (`10.0.0.0/8`, a single address) separated by commas.
 * @returns null for any other text
 */
export function readTrustedProxies(text: string): TrustedProxies | null {
  const plain = { false: '0', true: '1' }[text] ?? text;
  if (/^\d{1,2}$/.test(plain)) return Number(plain) <= MAX_HOPS ? { hops: Number(plain) } : null;
  const networks = plain.split(',').map((part) => readNetwork(part.trim()));
  return networks.every((network) => network !== null) ? { networks } : null;
}

function readNetwork(text: string): Network | null {
  const [address = '', bits, ...rest] = text.split('/');
  const parsed = parseAddress(address);
  if (!parsed || rest.length > 0) return null;
  const length = parsed.kind() === 'ipv4' ? 32 : 128;
  if (bits === undefined) return [parsed, length];
  return /^\d{1,3}$/.test(bits) && Number(bits) <= length ? [parsed, Number(bits)] : null;
}

/** An address in its usual notation (IPv4 in IPv6 as IPv4), with or without a port; null for anything else. */
export function parseAddress(text: string): ipaddr.IPv4 | ipaddr.IPv6 | null {
  const bare = /^\[([^\]]+)\](?::\d{1,5})?$/.exec(text)?.[1] ?? /^([\d.]+):\d{1,5}$/.exec(text)?.[1] ?? text;
  if (bare.includes('%')) return null;
  // The parser of ipaddr.js also takes 127.1, octal and hexadecimal numbers.
  const isUsual =
    ipaddr.IPv4.isValidFourPartDecimal(bare) || (bare.includes(':') && ipaddr.IPv6.isValid(bare));
  return isUsual ? ipaddr.process(bare) : null;
}

/**
 * Finds the caller's address.
 * @param peer the address of the connection
 * @param forwarded the X-Forwarded-For header
 * @returns null when forwarding headers from this peer don't count; the peer when the header is missing or malformed
 */
export function callerAddress(
  proxies: TrustedProxies,
  peer: string,
  forwarded: string | undefined,
): string | null {
  const chain = forwarded?.split(',').map((part) => parseAddress(part.trim())) ?? [];
  if ('hops' in proxies) {
    return proxies.hops === 0 ? null : (chain.at(-proxies.hops)?.toString() ?? peer);
  }
  const isProxy = (address: ipaddr.IPv4 | ipaddr.IPv6) =>
    proxies.networks.some(([base, bits]) => address.kind() === base.kind() && address.match(base, bits));
  const direct = parseAddress(peer);
  if (!direct || !isProxy(direct)) return null;
  for (const address of chain.reverse()) {
    if (address === null) return peer;
    if (!isProxy(address)) return address.toString();
  }
  return peer;
}
