import { connect, createServer, type Socket } from 'node:net';
import { findFreePort } from '../../server/platform/embedded-postgres/postmaster';

/** A proxy to a database that can be cut and restored, to test an unreachable database. */
export interface DatabaseProxy {
  url: string;
  /** Breaks every connection, as by a closing or a dead server, and rejects new ones. */
  cut(how?: 'close' | 'reset'): void;
  /** Passes nothing on any more and breaks nothing, as a server that vanished from the network. */
  hold(): void;
  mend(): void;
  close(): Promise<void>;
}

/** @param pass sees, and may replace, what clients send */
export async function openProxy(target: string, pass?: (bytes: Buffer) => Buffer): Promise<DatabaseProxy> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  let open = true;
  let held = false;
  const server = createServer((client) => {
    if (!open) {
      client.destroy();
      return;
    }
    const upstream = connect(Number(port), hostname);
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.once('close', () => {
        sockets.delete(socket);
        client.destroy();
        upstream.destroy();
      });
    }
    if (held) return;
    upstream.pipe(client);
    if (pass) client.on('data', (bytes: Buffer) => upstream.write(pass(bytes)));
    else client.pipe(upstream);
  });
  const own = await findFreePort();
  await new Promise<void>((resolve) => server.listen(own, '127.0.0.1', resolve));
  const url = new URL(target);
  url.port = String(own);
  const cut = (how: 'close' | 'reset' = 'close') => {
    open = false;
    for (const socket of sockets) {
      if (how === 'reset') socket.resetAndDestroy();
      else socket.destroy();
    }
  };
  return {
    url: url.href,
    cut,
    hold: () => {
      held = true;
      for (const socket of sockets) socket.unpipe().pause();
    },
    mend: () => {
      open = true;
      held = false;
    },
    close: () => {
      cut();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
