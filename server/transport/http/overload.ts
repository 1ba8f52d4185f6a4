import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Overload, overloaded } from '../../platform/rate-limit/overload';
import { sendError } from '../rest/envelope';

/** What a rejected request is called in the metrics. */
export const OVERLOADED = 'overloaded';

/**
 * Lets a request in before it costs anything, or sends its 503 (decision 795). Callers differ by what they send to
 * authenticate, unread.
 */
export function letIn(overload: Overload, req: IncomingMessage, res: ServerResponse): boolean {
  const leave = overload.enter(req.headers.authorization ?? req.headers.cookie ?? '');
  if (leave) res.once('close', leave);
  else sendError(res, overloaded(), req.method === 'HEAD');
  return leave !== null;
}
