import type { Server } from 'node:http';
import { type AddressInfo, createServer, type Server as Listener } from 'node:net';
import ipaddr from 'ipaddr.js';
import { EnvError } from '../../kernel/env';
import { StartError } from '../../kernel/start-error';

/**
 * Listens on every address. The server itself takes the first; separate listeners pass it the connections of the
 * others.
 * @param hosts empty for all interfaces
 * @returns everything that accepts connections, the server included
 * @throws StartError port in use or reserved
 * @throws EnvError an address that isn't this machine's
 */
export async function listen(server: Server, hosts: readonly string[], port: number): Promise<Listener[]> {
  const [first, ...others] = hosts;
  await bind(server, port, first, others.length > 0);
  const listeners: Listener[] = [server];
  const bound = (server.address() as AddressInfo).port;
  for (const host of others) {
    const gate = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => {
      server.emit('connection', socket);
    });
    await bind(gate, bound, host, true);
    listeners.push(gate);
  }
  return listeners;
}

/** Returns true when the addresses can be reached from another machine. */
export function reachesOthers(hosts: readonly string[]): boolean {
  return hosts.length === 0 || hosts.some((host) => ipaddr.process(host).range() !== 'loopback');
}

function bind(listener: Listener, port: number, host: string | undefined, ipv6Only: boolean): Promise<void> {
  return new Promise((resolve, reject) => {
    listener.once('error', (error: NodeJS.ErrnoException) => reject(readable(error, port, host)));
    listener.listen({ port, ipv6Only, ...(host === undefined ? {} : { host }) }, () => resolve());
  });
}

/** @param names the environment variables that the address came from */
export function readable(
  error: NodeJS.ErrnoException,
  port: number,
  host: string | undefined,
  names = { port: 'PORT', host: 'HOST' },
): Error {
  switch (error.code) {
    case 'EADDRINUSE':
      return new StartError('port', `port ${port} is in use (${names.port})`);
    case 'EACCES':
      return new StartError('port', `port ${port} is reserved for privileged users (${names.port})`);
    case 'EADDRNOTAVAIL':
    case 'EAFNOSUPPORT':
    case 'EINVAL':
      return new EnvError(`${names.host} ${host} isn't an address of this machine`);
    default:
      return error;
  }
}
