import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** Bytes that a client with pending data must read within the limit. */
const LEAST_BYTES = 16 * 1024;

/** Internal counter that Node's own timeout uses too: written bytes that the system has not accepted yet. */
interface Handle {
  bytesWritten: number;
  writeQueueSize: number;
}

interface Watch {
  /** Bytes that the system had accepted at the start of the period. */
  taken: number;
  since: number;
}

/**
 * Ends connections whose client doesn't read: when data is pending and it reads fewer than 16 KiB within the limit,
 * whatever it sends meanwhile. The response's `close` then frees its resources (a file, a slot).
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
    // A reset, not an end: the system would keep offering its buffered data.
    if (now - watch.since >= limitMs) socket.resetAndDestroy();
    return watch;
  }
}
