import { Resolver } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import { setTimeout as after } from 'node:timers/promises';
import ipaddr from 'ipaddr.js';

const LONGEST_URL = 2048;
const CHECK_TIMEOUT_MS = 2000;
const GLOBAL_UNICAST_V6 = ipaddr.IPv6.parseCIDR('2000::/3');
/** A public address that reaches the host's own cloud platform: Azure's wire server. */
const PLATFORM_V4 = new Set(['168.63.129.16']);

interface Address {
  address: string;
  family: number;
}

/** Where deliveries may go (decision 69). */
export interface TargetPolicy {
  /** plain http as well as https, and loopback besides public addresses: for the demo and for trying things out */
  allowLoopback: boolean;
  /** names and addresses in lower case that may be private ones: the operator's list; never loopback or link-local ones */
  privateHosts?: readonly string[];
  /** how names are resolved; DNS when absent */
  resolve?: (host: string) => Promise<Address[]>;
}

/** Explains why an address cannot be a target, for a field error; never contains the address itself. */
export interface TargetProblem {
  code: 'too_long' | 'invalid_url' | 'https_required' | 'has_credentials' | 'has_fragment' | 'not_public';
  message: string;
}

const NOT_PUBLIC: TargetProblem = {
  code: 'not_public',
  message: 'must be an address that the internet can reach, not a private, local or reserved one',
};

/** A name that cannot be connected to; `code` is ENOTFOUND, or TARGET_NOT_PUBLIC when an address is rejected. */
class LookupError extends Error {
  constructor(readonly code: 'ENOTFOUND' | 'TARGET_NOT_PUBLIC') {
    super(code);
  }
}

/**
 * Returns true for globally reachable unicast only (decision 152), by IANA's special-purpose registries (RFC 6890) and
 * stricter: rejects addresses that embed another one (mapped, NAT64, 6to4, Teredo), anycast, zone ids and cloud
 * platforms.
 */
export function isPublicAddress(ip: string): boolean {
  if (ipaddr.IPv4.isValidFourPartDecimal(ip)) {
    return ipaddr.IPv4.parse(ip).range() === 'unicast' && !PLATFORM_V4.has(ip);
  }
  if (ip.includes('%') || !ipaddr.IPv6.isValid(ip)) return false;
  const parsed = ipaddr.IPv6.parse(ip);
  return parsed.match(GLOBAL_UNICAST_V6) && parsed.range() === 'unicast';
}

/** Networks of an organization's own; those of this machine and of a cloud's metadata are not among them. */
const PRIVATE_RANGES: ReadonlySet<string> = new Set(['private', 'uniqueLocal', 'carrierGradeNat']);

/** @param host as it was asked for, an address or the name that `ip` was found for */
function isAllowed(ip: string, host: string, policy: TargetPolicy): boolean {
  if (isPublicAddress(ip)) return true;
  if (policy.privateHosts?.includes(host.toLowerCase()) && isPrivate(ip)) return true;
  return policy.allowLoopback && isLoopback(ip);
}

function isPrivate(ip: string): boolean {
  return isIP(ip) !== 0 && !ip.includes('%') && PRIVATE_RANGES.has(ipaddr.parse(ip).range());
}

/** Returns true for 127.0.0.0/8 and ::1 in canonical notation. */
function isLoopback(ip: string): boolean {
  return isIP(ip) !== 0 && !ip.includes('%') && ipaddr.parse(ip).range() === 'loopback';
}

/**
 * Validates a target without resolving it: scheme, credentials, fragment, length, and a host that is an address. WHATWG
 * URL has already normalized decimal, octal, hexadecimal and short notations.
 */
export function checkTargetUrl(url: string, policy: TargetPolicy): TargetProblem | null {
  if (url.length > LONGEST_URL) {
    return { code: 'too_long', message: `must have at most ${LONGEST_URL} characters` };
  }
  const parsed = URL.canParse(url) ? new URL(url) : null;
  const isWeb = parsed?.protocol === 'https:' || parsed?.protocol === 'http:';
  if (!parsed || (!isWeb && policy.allowLoopback)) {
    return { code: 'invalid_url', message: 'must be a full URL such as https://example.com/webhooks' };
  }
  if (parsed.protocol !== 'https:' && !policy.allowLoopback) {
    return { code: 'https_required', message: 'must begin with https://' };
  }
  if (parsed.username !== '' || parsed.password !== '') {
    return {
      code: 'has_credentials',
      message: 'must not contain a user name or password: deliveries are signed',
    };
  }
  if (parsed.href.includes('#')) {
    return { code: 'has_fragment', message: 'must not have a fragment (#)' };
  }
  return isAllowedHost(hostOf(parsed), policy) ? null : NOT_PUBLIC;
}

/** Converts the host to the form of `net`: IPv6 without brackets. */
function hostOf(url: URL): string {
  return url.hostname.replace(/^\[(.*)\]$/, '$1');
}

/** Returns false for a rejected address and for a name of this machine; other names are resolved first. */
function isAllowedHost(host: string, policy: TargetPolicy): boolean {
  if (isIP(host) !== 0) return isAllowed(host, host, policy);
  return policy.allowLoopback || !isLocalhost(host);
}

/** Names of this machine, regardless of DNS (RFC 6761 §6.3). */
function isLocalhost(host: string): boolean {
  return /(^|\.)localhost\.*$/i.test(host);
}

/**
 * Validates like `checkTargetUrl`, and rejects a name that resolves to a disallowed address. It waits two seconds for
 * DNS; a name that does not resolve in time passes, and its deliveries fail later.
 */
export async function checkTarget(url: string, policy: TargetPolicy): Promise<TargetProblem | null> {
  const problem = checkTargetUrl(url, policy);
  if (problem) return problem;
  const host = hostOf(new URL(url));
  if (isIP(host) !== 0) return null;
  const found = await Promise.race([
    addressesOf(host, policy).catch(() => []),
    after(CHECK_TIMEOUT_MS, [], { ref: false }),
  ]);
  return found.every(({ address }) => isAllowed(address, host, policy)) ? null : NOT_PUBLIC;
}

/**
 * A `lookup` for `net.connect`: resolves once, rejects a name with any disallowed address, and returns exactly the
 * checked addresses. Node calls it for names only: an address as host must have passed `checkTargetUrl`.
 */
export function guardedLookup(policy: TargetPolicy): LookupFunction {
  return (host, options, callback) => {
    allowedAddresses(host, policy).then(
      ([first, ...rest]) => {
        if (options.all) callback(null, [first, ...rest]);
        else callback(null, first.address, first.family);
      },
      (error) => callback(error, ''),
    );
  };
}

async function allowedAddresses(host: string, policy: TargetPolicy): Promise<[Address, ...Address[]]> {
  const [first, ...rest] = await addressesOf(host, policy);
  if (!first) throw new LookupError('ENOTFOUND');
  const found: [Address, ...Address[]] = [first, ...rest];
  if (!found.every(({ address }) => isAllowed(address, host, policy)))
    throw new LookupError('TARGET_NOT_PUBLIC');
  return found;
}

function addressesOf(host: string, policy: TargetPolicy): Promise<Address[]> {
  return policy.resolve ? policy.resolve(host) : resolveName(host);
}

/**
 * Queries DNS directly: `dns.lookup` would occupy one of the few libuv threads while a name server is silent, and slow
 * names would delay all deliveries. Names from a hosts file or search domain are not public anyway.
 */
async function resolveName(host: string): Promise<Address[]> {
  if (isLocalhost(host)) {
    return [
      { address: '127.0.0.1', family: 4 },
      { address: '::1', family: 6 },
    ];
  }
  const resolver = new Resolver({ timeout: 2000, tries: 2 });
  const [v4, v6] = await Promise.all([
    resolver.resolve4(host).catch(() => []),
    resolver.resolve6(host).catch(() => []),
  ]);
  return [...v4.map((address) => ({ address, family: 4 })), ...v6.map((address) => ({ address, family: 6 }))];
}
