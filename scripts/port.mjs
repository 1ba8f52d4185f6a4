import { createServer } from 'node:net';

/** The exit code of a start whose port is in use, as the server's own. */
export const PORT_IN_USE = 5;

/**
 * Finds a port of the server that is in use, before a build that takes minutes. Values that the server will reject
 * count as free: it names what they should be.
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<string | undefined>} the line to print
 */
export async function portInUse(env) {
  const hosts = env.DATABASE_URL ? [undefined] : ['127.0.0.1', '::1'];
  const ports = [
    ['PORT', env.PORT || '3000', env.HOST ? hostsOf(env.HOST) : hosts],
    ['METRICS_PORT', env.METRICS_PORT, hostsOf(env.METRICS_HOST || '127.0.0.1')],
  ];
  for (const [name, port, addresses] of env.ROLE === 'worker' ? ports.slice(1) : ports) {
    if (!/^[1-9]\d{0,4}$/.test(port ?? '')) continue;
    for (const host of addresses) {
      if (await isTaken(Number(port), host)) return `tallyleaf: port ${port} is in use (${name})`;
    }
  }
  return undefined;
}

function hostsOf(list) {
  return list
    .split(',')
    .flatMap((host) => (host.trim() === 'localhost' ? ['127.0.0.1', '::1'] : [host.trim()]));
}

function isTaken(port, host) {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', ({ code }) => resolve(code === 'EADDRINUSE'));
    try {
      probe.listen({ port, host, ipv6Only: host !== undefined }, () => probe.close(() => resolve(false)));
    } catch {
      resolve(false);
    }
  });
}
