import { existsSync } from 'node:fs';
import next from 'next';
import type { Pages } from './http';
import type { Env } from './kernel/env';

/** Next in this process: the built pages in production, its development server else. Null when nothing is built, and in tests of the API. */
export async function openPages(env: Env): Promise<Pages | null> {
  const dev = env.NODE_ENV === 'development';
  if (env.NODE_ENV === 'test' || (!dev && !existsSync('.next/BUILD_ID'))) return null;
  const app = next({ dev, dir: process.cwd(), port: env.PORT, customServer: true });
  await app.prepare();
  const handle = app.getRequestHandler();
  const upgrade = app.getUpgradeHandler();
  return { handle: (req, res) => handle(req, res), ...(dev ? { upgrade } : {}) };
}
