import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { AggregatorRegistry } from 'prom-client';
import type { Env } from '../../kernel/env';
import { METRICS_TYPE, metricsText } from '../../platform/metrics/metrics';
import { VERSION } from '../../platform/version';
import type { StateOfDatabase } from '../watch/state';
import { readable } from './listen';

/** Responds to a GET or HEAD of its path. */
type Handler = (res: ServerResponse) => Promise<unknown>;
type Handlers = Readonly<Record<string, Handler>>;

/** What is read of the database when metrics are asked for. */
type Refreshed = Pick<StateOfDatabase, 'refresh'>;

/** Ends a server of the operator. */
type Close = () => Promise<void>;

/**
 * Serves `/metrics` on its own port, separate from public traffic.
 * @param forks true when the web processes are forks; their metrics are summed
 * @throws StartError, EnvError
 */
export async function serveMetrics(
  { METRICS_PORT: port, METRICS_HOST }: Env,
  state: Refreshed,
  forks: boolean,
): Promise<Close> {
  if (port === undefined) return async () => {};
  return serveOn(port, METRICS_HOST, 'METRICS_PORT', { '/metrics': metricsHandler(state, forks) });
}

/**
 * Serves `/healthz`, `/readyz` and `/metrics` of a process without a web on a port of its own (decision 444).
 * @param check throws while the process can't work
 * @returns `drain` makes `/readyz` 503 from then on
 * @throws StartError, EnvError
 */
export async function serveHealth(
  port: number,
  host: string,
  check: () => Promise<void>,
  state: Refreshed,
): Promise<{ drain(): void; close: Close }> {
  let stopping = false;
  const close = await serveOn(port, host, 'HEALTH_PORT', {
    '/healthz': async (res) => sendStatus(res, 200, 'ok'),
    '/readyz': async (res) => {
      if (stopping) return sendStatus(res, 503, 'stopping');
      await check();
      sendStatus(res, 200, 'ready');
    },
    '/metrics': metricsHandler(state, false),
  });
  return {
    drain() {
      stopping = true;
    },
    close,
  };
}

function metricsHandler(state: Refreshed, forks: boolean): Handler {
  const metricsOfForks = forks ? new AggregatorRegistry() : null;
  return async (res) => {
    await state.refresh();
    const text = await metricsText(metricsOfForks);
    res.writeHead(200, { 'Content-Type': METRICS_TYPE }).end(text);
  };
}

const sendStatus = (res: ServerResponse, code: number, status: string) =>
  res
    .writeHead(code, { 'Content-Type': 'application/json' })
    .end(JSON.stringify({ status, version: VERSION }));

/** A handler that fails, such as for a fork that just ended and never reports, is 503. */
async function serveOn(
  port: number,
  host: string,
  name: 'METRICS_PORT' | 'HEALTH_PORT',
  handlers: Handlers,
): Promise<Close> {
  const server = createServer((req: IncomingMessage, res) => {
    const handle = handlers[req.url?.split('?')[0] ?? ''];
    if (!handle) return void res.writeHead(404).end();
    if (req.method !== 'GET' && req.method !== 'HEAD') {
      return void res.writeHead(405, { Allow: 'GET, HEAD' }).end();
    }
    handle(res).catch(() => res.writeHead(503, { 'Retry-After': '5' }).end());
  });
  await new Promise<void>((resolve, reject) => {
    const names = { port: name, host: 'METRICS_HOST' };
    server.once('error', (error) => reject(readable(error, port, host, names)));
    server.listen(port, host, resolve);
  });
  return async () => {
    server.close();
    server.closeAllConnections();
  };
}
