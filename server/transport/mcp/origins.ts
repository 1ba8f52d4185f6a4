import type { IncomingMessage, ServerResponse } from 'node:http';
import { forbidden } from '../../kernel/errors';

const HEADERS = [
  ...['Authorization', 'Content-Type', 'Accept', 'MCP-Protocol-Version', 'Mcp-Method', 'Mcp-Name'],
].join(', ');
const EXPOSED = 'WWW-Authenticate, Retry-After, X-Request-Id';

/**
 * Rejects pages of other sites than our own and those that the operator names one by one (decision 940): a browser says where a
 * request comes from, programs send no Origin.
 * @param origins of CORS_ORIGINS; `*` names none
 * @returns true when the request was a preflight and has its response
 * @throws AppError FORBIDDEN `cross_site`
 */
export function checkOrigin(
  req: IncomingMessage,
  res: ServerResponse,
  { publicUrl, origins }: { publicUrl: string; origins: readonly string[] },
): boolean {
  const { origin } = req.headers;
  res.setHeader('Vary', 'Origin');
  if (origin === undefined || origin === new URL(publicUrl).origin) return false;
  if (!origins.includes(origin)) {
    throw forbidden('Only listed sites may call this endpoint: see CORS_ORIGINS.', { reason: 'cross_site' });
  }
  res.setHeader('Access-Control-Allow-Origin', origin);
  res.setHeader('Access-Control-Expose-Headers', EXPOSED);
  if (req.method !== 'OPTIONS' || req.headers['access-control-request-method'] === undefined) return false;
  res.setHeader('Access-Control-Allow-Methods', 'POST');
  res.setHeader('Access-Control-Allow-Headers', HEADERS);
  res.setHeader('Access-Control-Max-Age', '600');
  res.statusCode = 204;
  res.end();
  return true;
}
