import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import type { Env } from '../../kernel/env';
import type { Pages } from './server';

/** Next in this process: the built pages in production, its development server else. Null when nothing is built, and in tests of the API. */
export async function openPages(env: Env): Promise<Pages | null> {
  const dev = env.NODE_ENV === 'development';
  if (env.NODE_ENV === 'test' || (!dev && !existsSync('.next/BUILD_ID'))) return null;
  // It takes as long to load as all the rest, and an API alone never wants it.
  const { default: next } = await import('next');
  // Next listens to `upgrade` on the server that it is given, and Node then stops handling such requests itself: in
  // production an offer to upgrade (h2c, a websocket) is to be ignored (RFC 9110, 7.8), so Next gets one that never hears any.
  const httpServer = createServer();
  const app = next({ dev, dir: process.cwd(), port: env.PORT, customServer: true, httpServer });
  await app.prepare();
  const handle = app.getRequestHandler();
  const upgrade = app.getUpgradeHandler();
  return { handle: (req, res) => handle(req, res), ...(dev ? { upgrade } : {}) };
}
