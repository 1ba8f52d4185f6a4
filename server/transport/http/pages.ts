import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import type { Env } from '../../kernel/env';
import { gatherBody } from './page-body';
import { dropPreviews } from './page-previews';
import { withStatedStatus } from './page-status';
import type { Pages } from './server';

/**
 * Starts Next in this process: built pages in production, the development server otherwise. Null when nothing is built,
 * and in tests of the API.
 */
export async function openPages(env: Env): Promise<Pages | null> {
  const dev = env.NODE_ENV === 'development';
  if (env.NODE_ENV === 'test' || (!dev && !existsSync('.next/BUILD_ID'))) return null;
  // Loading it takes as long as everything else, and an API process never needs it.
  const { default: next } = await import('next');
  // Next listens to `upgrade` on the server that it gets, and Node then stops handling such requests itself. In
  // production an upgrade (h2c, a websocket) must be ignored (RFC 9110, 7.8), so Next gets a server that emits it in
  // development only: pages there hydrate once their websocket is open. `getUpgradeHandler` leaves it pending.
  const httpServer = createServer();
  const app = next({ dev, dir: process.cwd(), port: env.PORT, customServer: true, httpServer });
  await app.prepare();
  const handle = app.getRequestHandler();
  const upgrade: Pages['upgrade'] = (req, socket, head) => {
    // Next listens from its first request on.
    if (!httpServer.emit('upgrade', req, socket, head)) socket.destroy();
  };
  return {
    handle: (req, res) => {
      dropPreviews(req);
      // A file is read from the disk as fast as the client takes it.
      if (req.url?.startsWith('/_next/')) return handle(req, res);
      gatherBody(req, res);
      // Next's router loads the whole document when a page's data has another status than 200.
      return req.headers.rsc ? handle(req, res) : withStatedStatus(res, () => handle(req, res));
    },
    ...(dev && { upgrade }),
  };
}
