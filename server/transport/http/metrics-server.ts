import { createServer } from 'node:http';
import { AggregatorRegistry } from 'prom-client';
import type { Env } from '../../kernel/env';
import { readable } from './listen';
import { registry } from './metrics';

/**
 * Serves `/metrics` on its own port, separate from public traffic.
 * @param forks true when the web processes are forks; their metrics are summed
 * @returns a function that stops it
 * @throws StartError, EnvError
 */
export async function serveMetrics(
  { METRICS_PORT: port, METRICS_HOST: host }: Env,
  forks: boolean,
): Promise<() => Promise<void>> {
  if (port === undefined) return async () => {};
  const metricsOfForks = forks ? new AggregatorRegistry() : null;
  const server = createServer((req, res) => {
    if (req.url?.split('?')[0] !== '/metrics') return void res.writeHead(404).end();
    if (req.method !== 'GET' && req.method !== 'HEAD') {
      return void res.writeHead(405, { Allow: 'GET, HEAD' }).end();
    }
    (metricsOfForks?.clusterMetrics() ?? registry.metrics()).then(
      (text) => res.writeHead(200, { 'Content-Type': registry.contentType }).end(text),
      // A fork that just ended never reports.
      () => res.writeHead(503, { 'Retry-After': '5' }).end(),
    );
  });
  await new Promise<void>((resolve, reject) => {
    const names = { port: 'METRICS_PORT', host: 'METRICS_HOST' };
    server.once('error', (error) => reject(readable(error, port, host, names)));
    server.listen(port, host, resolve);
  });
  return async () => {
    server.close();
    server.closeAllConnections();
  };
}
