import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Logger } from 'pino';
import { callerAddress, parseAddress, type TrustedProxies } from '../../kernel/trusted-proxies';

const FORWARDING = /^(x-forwarded-.*|forwarded|x-real-ip)$/;
/** Of a trace: only those of a proxy lead to a trace of the operator's (decision 445). */
const TRACE = ['traceparent', 'tracestate', 'baggage'] as const;

/**
 * Determines each request's address (decision 127). Untrusted headers of forwarding and traces are removed, so that no later code
 * trusts them; the first such request is logged, since it often means that TRUST_PROXY is missing.
 */
export function addressReader(proxies: TrustedProxies, log: Logger): (req: IncomingMessage) => string {
  let warned = false;
  const peers = new WeakMap<Socket, string>();
  return (req) => {
    const peer = peers.get(req.socket) ?? peerOf(req.socket);
    peers.set(req.socket, peer);
    const sent = req.headers['x-forwarded-for'];
    const address = callerAddress(proxies, peer, Array.isArray(sent) ? sent.join(',') : sent);
    if (address !== null) return address;
    for (const name of TRACE) {
      if (req.headers[name] !== undefined) delete req.headers[name];
    }
    const headers = Object.keys(req.headers).filter((name) => FORWARDING.test(name));
    for (const name of headers) delete req.headers[name];
    if (headers.length > 0 && !warned) {
      warned = true;
      log.warn(
        { peer, headers },
        'Forwarding headers are ignored. If this peer is your proxy, set TRUST_PROXY to the number of proxies in front or their networks.',
      );
    }
    return peer;
  };
}

/** Addresses that are remembered at most. */
const KNOWN = 1_000;
const known = new Map<string, string>();

/** A connection keeps its peer, and an address its form: to parse one takes a tenth of a small read. */
function peerOf({ remoteAddress = '' }: Socket): string {
  const peer = known.get(remoteAddress) ?? parseAddress(remoteAddress)?.toString() ?? remoteAddress;
  if (known.size >= KNOWN) known.clear();
  known.set(remoteAddress, peer);
  return peer;
}
