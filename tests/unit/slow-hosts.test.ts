import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { downloadImage } from '../../server/features/products/images/download';
import { HostedImages } from '../../server/features/products/images/hosted';
import { newId } from '../../server/kernel/ids';

const policy = { allowLoopback: true };
let server: Server;
let asked: string[] = [];
let url = '';

beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push(request.url ?? '');
    const [, hops = '0'] = /^\/hop\/(\d)/.exec(request.url ?? '') ?? [];
    // Each hop takes three seconds: alone it is in time.
    if (request.url?.startsWith('/hop'))
      setTimeout(() => response.writeHead(302, { location: `/hop/${Number(hops) + 1}` }).end(), 3_000);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

test('gives all hops of an image eight seconds together', async () => {
  const began = Date.now();
  expect(await downloadImage(policy, `${url}/hop/1`)).toBe('slow');
  expect(Date.now() - began).toBeLessThan(11_000);
}, 20_000);

test('asks a slow host no more for an hour, and waits for no owner but its own', async () => {
  asked = [];
  // Nothing is stored of what isn't an image.
  const images = new HostedImages(undefined as never, undefined as never, policy);
  const [slow, other] = [newId(), newId()];
  const of = (entityId: string, path: string) =>
    images.fetch({ productId: newId(), entityId, url: `${url}${path}` });
  const waiting = Array.from({ length: 12 }, (_, at) => of(slow, `/slow/${at}`));
  const ofOther = of(other, '/other');
  await expect.poll(() => asked.includes('/other'), { timeout: 5_000 }).toBe(true);
  expect(asked.filter((path) => path.startsWith('/slow'))).toHaveLength(4);
  expect(await Promise.all([...waiting, ofOther])).toEqual(Array(13).fill(null));
  // Those that waited for a turn found the host resting.
  expect(asked.filter((path) => path.startsWith('/slow'))).toHaveLength(4);
  expect(await of(slow, '/slow/again')).toBeNull();
  expect(asked).not.toContain('/slow/again');
}, 30_000);
