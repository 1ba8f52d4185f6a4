import { createServer } from 'node:net';
import type { Env } from '../../kernel/env';
import { readable } from './listen';

/** A port that the process will listen on, and the variables that it comes from. */
interface Wanted {
  port: number | undefined;
  hosts: readonly (string | undefined)[];
  names: { port: string; host: string };
}

/**
 * Binds each port that the process will serve and lets it go again, so that one in use ends a start before anything is made.
 * @throws StartError port in use or reserved
 * @throws EnvError an address that isn't this machine's
 */
export async function checkPorts(env: Env): Promise<void> {
  for (const { port, hosts, names } of portsOf(env)) {
    // Zero takes any free port.
    if (!port) continue;
    for (const host of hosts) await tryOut(port, host, names);
  }
}

function portsOf({ ROLE, HOST, PORT, METRICS_PORT, METRICS_HOST, HEALTH_PORT }: Env): Wanted[] {
  const inside = (name: string, port: number | undefined) => ({
    ...{ port, hosts: [METRICS_HOST] },
    names: { port: name, host: 'METRICS_HOST' },
  });
  const web = {
    port: PORT,
    hosts: HOST.length > 0 ? HOST : [undefined],
    names: { port: 'PORT', host: 'HOST' },
  };
  return [
    ...(ROLE === 'worker' ? [inside('HEALTH_PORT', HEALTH_PORT)] : [web]),
    inside('METRICS_PORT', METRICS_PORT),
  ];
}

function tryOut(port: number, host: string | undefined, names: Wanted['names']): Promise<void> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (error) => reject(readable(error, port, host, names)));
    const to = { port, ipv6Only: host !== undefined, ...(host !== undefined && { host }) };
    probe.listen(to, () => probe.close(() => resolve()));
  });
}
