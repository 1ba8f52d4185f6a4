import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** Bytes that a client must take within the limit while some are waiting for it. */
const LEAST_BYTES = 16 * 1024;

/** What Node's own timeout reads, too: how much of what was written the system has not taken yet. */
interface Handle {
  bytesWritten: number;
  writeQueueSize: number;
}

interface Watch {
  /** Bytes that the system had taken when the period began. */
  taken: number;
  since: number;
}

/**
 * Ends connections whose client doesn't read: when bytes wait for it and it takes fewer than 16 KiB in the limit, whatever
 * it sends meanwhile. What the response held (a file, a place in a queue) is freed by its `close`.
 */
export function limitSending(server: Server, limitMs: number): void {
  const watches = new Map<Socket, Watch | null>();
  server.on('connection', (socket: Socket) => {
    watches.set(socket, null);
    socket.once('close', () => watches.delete(socket));
  });
  const sweep = setInterval(
    () => {
      const now = performance.now();
      for (const [socket, watch] of watches) watches.set(socket, check(socket, watch, now));
    },
    Math.min(1_000, limitMs / 4),
  );
  sweep.unref();
  server.once('close', () => clearInterval(sweep));

  function check(socket: Socket, watch: Watch | null, now: number): Watch | null {
    const { _handle: handle } = socket as Socket & { _handle?: Handle | null };
    if (!handle || socket.writableLength === 0) return null;
    const taken = handle.bytesWritten - handle.writeQueueSize;
    if (!watch || taken - watch.taken >= LEAST_BYTES) return { taken, since: now };
    // A reset, not an end: the system would go on offering what it holds.
    if (now - watch.since >= limitMs) socket.resetAndDestroy();
    return watch;
  }
}
