import { existsSync } from 'node:fs';
import type { Pages } from './http';
import type { Env } from './kernel/env';

/** Next in this process: the built pages in production, its development server else. Null when nothing is built, and in tests of the API. */
export async function openPages(env: Env): Promise<Pages | null> {
  const dev = env.NODE_ENV === 'development';
  if (env.NODE_ENV === 'test' || (!dev && !existsSync('.next/BUILD_ID'))) return null;
  // It takes as long to load as all the rest, and an API alone never wants it.
  const { default: next } = await import('next');
  const app = next({ dev, dir: process.cwd(), port: env.PORT, customServer: true });
  await app.prepare();
  const handle = app.getRequestHandler();
  const upgrade = app.getUpgradeHandler();
  return { handle: (req, res) => handle(req, res), ...(dev ? { upgrade } : {}) };
}
