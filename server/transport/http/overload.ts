import type { IncomingMessage, ServerResponse } from 'node:http';
import { networkOf } from '../../platform/rate-limit/network';
import type { Overload } from '../../platform/rate-limit/overload';

/** The network of who sends a request without a session. */
const networks = new WeakMap<IncomingMessage, string>();
export function noteNetwork(req: IncomingMessage, address: string): void {
  networks.set(req, networkOf(address));
}

/** What a rejected request is called in the metrics. */
export const OVERLOADED = 'overloaded';

/**
 * Lets a request in before it costs anything (decision 795). Callers differ by what they send to authenticate, unread; without
 * any of it by their network.
 * @returns what to call when its response is decided, however slowly its client takes it; null for one that is rejected
 */
export function letIn(overload: Overload, req: IncomingMessage, res: ServerResponse): (() => void) | null {
  const leave = overload.enter(
    req.headers.authorization ?? req.headers.cookie ?? networks.get(req) ?? '',
    req,
  );
  if (leave) res.once('close', leave);
  return leave;
}
