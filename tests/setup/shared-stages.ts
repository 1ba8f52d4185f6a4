import { mkdtemp, open as openFile, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cloneDatabase } from './clone';
import { type ServerProcess, startServer } from './server';

/** A server that the test files of a worker use sequentially. */
export interface SharedStage {
  url: string;
  databaseUrl: string;
  /** The server's DATA_DIR. */
  folder: string;
  pid: number;
  /** The file that it logs to. */
  log: string;
}

/**
 * Their anonymous calls add up, and receivers and POS systems of the tests listen on this machine: the files that test
 * these limits have a server of their own.
 */
const SETTINGS = {
  DATABASE_POOL: '6',
  ANONYMOUS_RATE_LIMIT: '1000000',
  WEBHOOK_ALLOW_LOOPBACK: '1',
  SIGN_UP: 'open',
};

/** Responds to POST / with a stage that no other file uses until DELETE /<its pid>, which ends it with `?spoiled`. */
export interface SharedStages {
  url: string;
  close(): Promise<void>;
}

/** Opens a stage when all that are open are in use: as many as files run at a time. */
export async function openSharedStages(database: {
  server: string;
  template: string;
  /** Where LeafLink and Distru are. */
  vendors: string;
  /** Where Metrc is. */
  metrc: string;
}): Promise<SharedStages> {
  const settings = {
    ...{ ...SETTINGS, LEAFLINK_URL: database.vendors, DISTRU_URL: database.vendors },
    ...{ METRC_URL: database.metrc, METRC_VENDOR_KEYS: 'ca:vendor-key-of-the-tests' },
  };
  const parent = await mkdtemp(join(tmpdir(), 'tallyleaf-stages-'));
  const stages = new Map<string, { stage: SharedStage; server: ServerProcess }>();
  const idle: string[] = [];

  async function open(): Promise<SharedStage> {
    const folder = await mkdtemp(join(parent, 'stage-'));
    const log = `${folder}.log`;
    const { url: databaseUrl } = await cloneDatabase(database.server, database.template);
    const output = await openFile(log, 'a');
    const server = await startServer(databaseUrl, { DATA_DIR: folder, ...settings }, output.fd)
      .catch(async (error) => {
        throw new Error(`${error.message}\n${await readFile(log, 'utf8')}`);
      })
      .finally(() => output.close());
    const { url, pid } = server;
    const stage = { url, databaseUrl, folder, pid, log };
    stages.set(String(pid), { stage, server });
    return stage;
  }

  async function lease(): Promise<SharedStage> {
    for (let pid = idle.pop(); pid; pid = idle.pop()) {
      const known = stages.get(pid);
      if (known?.server.running) return known.stage;
    }
    return open();
  }

  const http = createServer(({ method, url = '' }, response) => {
    response.setHeader('connection', 'close');
    if (method === 'DELETE') {
      const [pid = '', spoiled] = url.slice(1).split('?');
      if (spoiled === undefined) idle.push(pid);
      else void stages.get(pid)?.server.stop();
      response.end();
      return;
    }
    lease().then(
      (stage) => response.end(JSON.stringify(stage)),
      (error) => response.writeHead(500).end(String(error)),
    );
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
    async close() {
      http.closeAllConnections();
      http.close();
      await Promise.all([...stages.values()].map(({ server }) => server.stop()));
      await rm(parent, { recursive: true, force: true });
    },
  };
}
