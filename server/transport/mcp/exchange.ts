import type { ServerResponse } from 'node:http';
import {
  createMcpHandler,
  isLegacyRequest,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import type { Call } from './call';
import { serverOf } from './server';

interface Exchange {
  call: Call;
  /** The tool that is called; null for another request. */
  tool: string | null;
  body: unknown;
}

/** Serves one request in either of the protocol's forms; the response is JSON. */
export async function serve(request: Request, res: ServerResponse, exchange: Exchange): Promise<void> {
  const { body } = exchange;
  const isOld = await isLegacyRequest(request, body);
  const response = isOld ? await serveOld(request, exchange) : await serveNew(request, exchange);
  const text = await response.text();
  res.statusCode = response.status;
  for (const [name, value] of response.headers) res.setHeader(name, value);
  res.end(text);
}

/** Its default response mode is JSON as long as a handler tells nothing before its result, which none does. */
async function serveNew(request: Request, { call, tool, body }: Exchange): Promise<Response> {
  const handler = createMcpHandler(() => serverOf(call, tool), { legacy: 'reject', maxSubscriptions: 1 });
  try {
    return await handler.fetch(request, { parsedBody: body });
  } finally {
    await handler.close();
  }
}

/** Clients from before 2026 begin with `initialize`; each request stands alone. */
async function serveOld(request: Request, { call, tool, body }: Exchange): Promise<Response> {
  const transport = new WebStandardStreamableHTTPServerTransport({
    sessionIdGenerator: undefined,
    enableJsonResponse: true,
  });
  const server = serverOf(call, tool);
  await server.connect(transport);
  try {
    return await transport.handleRequest(request, { parsedBody: body });
  } finally {
    await server.close();
  }
}
