import { stopStartedServers } from './server';

// A file that fails while it is collected runs no hook, and a failed test may not come to its last line.
await stopStartedServers();
if (process.listenerCount('SIGTERM') === 0) {
  // The end of a worker: servers that its last file left stop by themselves.
  process.once('SIGTERM', () => {
    void stopStartedServers();
    process.kill(process.pid, 'SIGTERM');
  });
}
