import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Overload } from '../../platform/rate-limit/overload';

/** What a rejected request is called in the metrics. */
export const OVERLOADED = 'overloaded';

/**
 * Lets a request in before it costs anything (decision 795). Callers differ by what they send to authenticate, unread.
 * @returns what to call when its response is decided, however slowly its client takes it; null for one that is rejected
 */
export function letIn(overload: Overload, req: IncomingMessage, res: ServerResponse): (() => void) | null {
  const leave = overload.enter(req.headers.authorization ?? req.headers.cookie ?? '', req);
  if (leave) res.once('close', leave);
  return leave;
}
