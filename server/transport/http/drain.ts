import type { Server, ServerResponse } from 'node:http';
import type { Server as Listener, Socket } from 'node:net';
import { setTimeout as delay, setImmediate as pollOnce } from 'node:timers/promises';

const PASS_MS = 50;
/** How long a new connection may stay silent while the server closes. */
const SILENCE_MS = 1_000;

export interface Patience {
  /** How long to keep accepting after `/readyz` has turned 503. */
  lameDuckMs: number;
  /** Limit for the whole stop, including the lame-duck time. */
  limitMs: number;
}

/** Ends an HTTP server without breaking a request: announces the close to clients, then closes idle connections. */
export class Drain {
  readonly #sockets = new Map<Socket, number>();
  readonly #responses = new Set<ServerResponse>();
  #begun = false;

  constructor(private readonly server: Server) {
    server.on('connection', (socket: Socket) => {
      this.#sockets.set(socket, performance.now());
      socket.once('close', () => this.#sockets.delete(socket));
    });
  }

  /** True from the start of the stop: `/readyz` is 503. */
  get begun(): boolean {
    return this.#begun;
  }

  /** Registers a response, so that it closes its connection when the stop begins before its head is sent. */
  watch(response: ServerResponse): void {
    if (this.#begun) response.setHeader('Connection', 'close');
    this.#responses.add(response);
    response.once('close', () => this.#responses.delete(response));
  }

  /**
   * Keeps serving for the lame-duck time, then stops accepting and waits for the requests in flight.
   * @param listeners everything that accepts connections for the server, itself included
   */
  async run(listeners: readonly Listener[], { lameDuckMs, limitMs }: Patience): Promise<void> {
    this.#begun = true;
    for (const response of this.#responses) {
      if (!response.headersSent) response.setHeader('Connection', 'close');
    }
    const deadline = performance.now() + limitMs;
    await delay(Math.min(lameDuckMs, limitMs));
    // After a poll phase: a request that has already arrived has been read, so its connection isn't idle.
    await pollOnce();
    let closed = false;
    const all = listeners.map((one) => new Promise<void>((resolve) => one.close(() => resolve())));
    const end = Promise.all(all).then(() => {
      closed = true;
    });
    while (!closed && performance.now() < deadline) {
      await Promise.race([end, delay(PASS_MS)]);
      await pollOnce();
      this.server.closeIdleConnections();
      this.#closeSilent();
    }
    for (const socket of this.#sockets.keys()) socket.destroy();
    await end;
  }

  /** Node counts a connection without its first request as busy. */
  #closeSilent(): void {
    const before = performance.now() - SILENCE_MS;
    for (const [socket, since] of this.#sockets) {
      if (socket.bytesRead === 0 && since < before) socket.destroy();
    }
  }
}
