import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { Webhook } from 'standardwebhooks';

export interface Received {
  headers: IncomingHttpHeaders;
  /** as it came, which is what is signed */
  body: string;
  /** by which path it came */
  path: string;
  at: Date;
}

/** Responds to a request in any way, at any time, or never. */
export type Answer = (request: Received, response: ServerResponse) => void;

export interface Receiver {
  /** Without a trailing slash. */
  url: string;
  port: number;
  /** Every request so far, oldest first. */
  requests: readonly Received[];
  /** TCP connections accepted so far. */
  readonly connections: number;
  /** Responds from here on; 204 until then. */
  answer(how: Answer): void;
  /** Waits for the request that `is` tells. @throws Error when it does not come within `patienceMs` (10 s) */
  waitFor(is: (request: Received) => boolean, patienceMs?: number): Promise<Received>;
  /** Breaks every connection (a TCP reset), as a receiver that goes away; it goes on listening. */
  reset(): void;
  close(): Promise<void>;
}

export interface ReceiverOptions {
  /** A free one when absent. */
  port?: number;
  /** 127.0.0.1 when absent. */
  host?: string;
  /** Makes it an https server. */
  tls?: { key: string; cert: string };
}

/** A real receiver of webhooks: an HTTP server that keeps what it gets. */
export async function openReceiver({
  port = 0,
  host = '127.0.0.1',
  tls,
}: ReceiverOptions = {}): Promise<Receiver> {
  const requests: Received[] = [];
  const sockets = new Set<Socket>();
  const arrivals = new Set<() => void>();
  let connections = 0;
  let answer: Answer = (_request, response) => response.writeHead(204).end();

  const server = tls ? createTlsServer(tls) : createServer();
  server.on('connection', (socket: Socket) => {
    connections += 1;
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  server.on('request', async (message, response) => {
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of message) chunks.push(chunk);
    } catch {
      return;
    }
    const body = Buffer.concat(chunks).toString('utf8');
    const request = { headers: message.headers, body, path: message.url ?? '', at: new Date() };
    requests.push(request);
    answer(request, response);
    for (const arrived of arrivals) arrived();
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const { port: own } = server.address() as AddressInfo;
  const shown = host.includes(':') ? `[${host}]` : host;

  return {
    url: `${tls ? 'https' : 'http'}://${shown}:${own}`,
    port: own,
    requests,
    get connections() {
      return connections;
    },
    answer: (how) => {
      answer = how;
    },
    waitFor: (is, patienceMs = 10_000) =>
      new Promise((resolve, reject) => {
        const end = () => {
          clearTimeout(timer);
          arrivals.delete(look);
        };
        const look = () => {
          const request = requests.find(is);
          if (!request) return;
          end();
          resolve(request);
        };
        const timer = setTimeout(() => {
          end();
          reject(new Error(`None of ${requests.length} requests was the one waited for`));
        }, patienceMs);
        arrivals.add(look);
        look();
      }),
    reset: () => {
      for (const socket of sockets) socket.resetAndDestroy();
    },
    close: () => {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

/** The body of a delivery, once its signature has been checked. @throws Error when it was not signed with the secret */
export function verified(request: Received, secret: string): unknown {
  return new Webhook(secret).verify(request.body, request.headers as Record<string, string>);
}
