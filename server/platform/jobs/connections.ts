import type { Socket } from 'node:net';
import { Pool } from 'pg';
import type { Logger } from 'pino';
import { KEEP_ALIVE } from '../db/client';

interface ConnectionOptions {
  /** A direct connection: one of them listens for new jobs. */
  url: string;
  size: number;
  /** Seconds without a byte of a response after which a connection counts as lost; absent for statements without limit. */
  silence: number | undefined;
  log: Logger;
}

/** What of a connection the driver doesn't declare. */
interface Wire {
  /** False while a statement runs. */
  readyForQuery: boolean;
  connection: { stream: Socket };
}

/**
 * Opens the connections by which jobs are taken and finished.
 * @returns also a promise that resolves when one ends while a statement runs: a job may have been taken that no worker got
 */
export function openConnections({ url, size, silence, log }: ConnectionOptions): {
  pool: Pool;
  lost: Promise<void>;
} {
  const pool = new Pool({
    connectionString: url,
    max: size,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE * 1000,
    ...(silence && { connectionTimeoutMillis: silence * 1000 }),
  });
  pool.on('error', (error) => log.warn({ err: error }, 'an idle connection for jobs ended'));
  const lost = new Promise<void>((resolve) => {
    pool.on('connect', (client) => {
      const wire = client as unknown as Wire;
      client.on('error', () => {
        if (!wire.readyForQuery) resolve();
      });
      if (silence) endWhenSilent(wire, silence);
    });
  });
  return { pool, lost };
}

/** The driver would hand out a connection again whose server vanished: its statements end with the connection. */
function endWhenSilent(wire: Wire, seconds: number): void {
  const { stream } = wire.connection;
  let heard: number | null = null;
  // A connection that listens is silent for as long as there are no jobs. A socket's own timeout ends once and for all then.
  const watch = setInterval(() => {
    if (!wire.readyForQuery && heard === stream.bytesRead) {
      stream.destroy(new Error('The database does not respond'));
    }
    heard = wire.readyForQuery ? null : stream.bytesRead;
  }, seconds * 1000);
  watch.unref();
  stream.once('close', () => clearInterval(watch));
}
