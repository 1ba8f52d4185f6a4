import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { isMainThread } from 'node:worker_threads';

/**
 * Preloaded by a server (`NODE_OPTIONS`): at the socket of PIECES_SOCKET, `start` begins to measure what the main thread does in one
 * piece, and `stop` sends the longest one, in milliseconds of its own processor time. Linux counts them by thread.
 */
const CPU = `/proc/self/task/${process.pid}/schedstat`;
const cpuMs = () => Number(readFileSync(CPU, 'latin1').split(' ', 1)[0]) / 1e6;

let measuring = false;
let longest = 0;
let last = 0;

/** From one turn of the event loop to the next: what is between them was one piece. */
function turn() {
  if (!measuring) return;
  const now = cpuMs();
  longest = Math.max(longest, now - last);
  last = now;
  setImmediate(turn);
}

if (isMainThread && process.argv[1]?.endsWith('main.js') && process.env.PIECES_SOCKET) {
  createServer((socket) => {
    socket.on('data', (data) => {
      if (String(data) === 'start') {
        [measuring, longest, last] = [true, 0, cpuMs()];
        setImmediate(turn);
      } else measuring = false;
      socket.end(String(longest));
    });
  })
    .listen(process.env.PIECES_SOCKET)
    .unref();
}
