import { expect, test } from 'vitest';
import { EnvError } from '../../server/kernel/env';
import { findFreePort } from '../../server/platform/embedded-postgres/postmaster';
import { VERSION } from '../../server/platform/version';
import { serveHealth } from '../../server/transport/http/operator-server';

const HOST = '127.0.0.1';
const STATE = { refresh: async () => {} };

test('a worker is ready, without its database not, and while it stops not, but alive all along', async () => {
  const port = await findFreePort();
  let works = true;
  const { drain, close } = await serveHealth(
    port,
    HOST,
    async () => {
      if (!works) throw new Error('no database');
    },
    STATE,
  );
  const ask = async (path: string, method = 'GET') => {
    const response = await fetch(`http://${HOST}:${port}${path}`, { method });
    return [response.status, await response.text(), response.headers.get('retry-after')];
  };
  try {
    expect(await ask('/readyz')).toEqual([200, JSON.stringify({ status: 'ready', version: VERSION }), null]);
    expect(await ask('/readyz?from=balancer', 'HEAD')).toEqual([200, '', null]);
    works = false;
    expect(await ask('/readyz')).toEqual([503, '', '5']);
    works = true;
    drain();
    expect(await ask('/readyz')).toEqual([
      503,
      JSON.stringify({ status: 'stopping', version: VERSION }),
      null,
    ]);
    expect(await ask('/healthz')).toEqual([200, JSON.stringify({ status: 'ok', version: VERSION }), null]);
  } finally {
    await close();
  }
  await expect(ask('/healthz')).rejects.toThrow();
});

test("a port in use ends the start with code 5, and an address that isn't the machine's is named", async () => {
  const port = await findFreePort();
  const check = async () => {};
  const { close } = await serveHealth(port, HOST, check, STATE);
  try {
    await expect(serveHealth(port, HOST, check, STATE)).rejects.toMatchObject({
      exitCode: 5,
      message: `port ${port} is in use (HEALTH_PORT)`,
    });
  } finally {
    await close();
  }
  await expect(serveHealth(port, '192.0.2.1', check, STATE)).rejects.toThrow(
    new EnvError("METRICS_HOST 192.0.2.1 isn't an address of this machine"),
  );
});
