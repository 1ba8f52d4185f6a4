import { once } from 'node:events';
import { createServer, type RequestListener, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { brotliDecompressSync, createGunzip, gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { gatherBody } from '../../../server/transport/http/page-body';

const PAGE = `<p>${'Blue Dream 3.5 g '.repeat(500)}</p>`;

async function serving<T>(respond: RequestListener, act: (port: number) => Promise<T>): Promise<T> {
  const server = createServer((req, res) => {
    gatherBody(req, res);
    respond(req, res);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    return await act((server.address() as AddressInfo).port);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

async function open(port: number, headers: Record<string, string>, method = 'GET') {
  const sent = request({ port, host: '127.0.0.1', headers, method });
  sent.end();
  const [response] = await once(sent, 'response');
  return { sent, response };
}

async function fetchPage(port: number, accept: string, method?: string) {
  const { response } = await open(port, { 'accept-encoding': accept }, method);
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk);
  return { headers: response.headers, status: response.statusCode, chunks, body: Buffer.concat(chunks) };
}

const inPieces: RequestListener = (_, res) => {
  res.setHeader('Content-Type', 'text/html; charset=utf-8');
  res.flushHeaders();
  for (let at = 0; at < PAGE.length; at += 100) res.write(Buffer.from(PAGE.slice(at, at + 100)));
  res.end();
};

test.each([
  ['br, gzip', 'br', brotliDecompressSync],
  ['gzip', 'gzip', gunzipSync],
  ['identity', undefined, (body: Buffer) => body],
])('sends a page to a client that accepts %s as one piece', async (accept, coding, unpack) => {
  const { headers, body } = await serving(inPieces, (port) => fetchPage(port, accept));
  expect(headers['content-encoding']).toBe(coding);
  expect(unpack(body).toString()).toBe(PAGE);
  if (coding) expect(body.length).toBeLessThan(PAGE.length / 10);
});

test('sends what was written so far while the rest is pending', async () => {
  let finish = () => {};
  const respond: RequestListener = (_, res) => {
    res.setHeader('Content-Type', 'text/html');
    res.write('<p>first</p>');
    finish = () => res.end('<p>last</p>');
  };
  await serving(respond, async (port) => {
    const { response } = await open(port, { 'accept-encoding': 'gzip' });
    const text = response.pipe(createGunzip()).setEncoding('utf8');
    const [first] = await once(text, 'data');
    expect(first).toBe('<p>first</p>');
    finish();
    const [last] = await once(text, 'data');
    expect(last).toBe('<p>last</p>');
    await once(text, 'end');
  });
});

test('leaves redirects, HEAD responses and images as they are', async () => {
  const redirect: RequestListener = (_, res) => {
    res.statusCode = 307;
    res.setHeader('Location', '/sign-in');
    res.end();
  };
  const image: RequestListener = (_, res) => {
    res.setHeader('Content-Type', 'image/png');
    res.end(Buffer.alloc(3000));
  };
  const moved = await serving(redirect, (port) => fetchPage(port, 'br'));
  expect(moved).toMatchObject({ status: 307, headers: { location: '/sign-in' } });
  expect(moved.headers['content-encoding']).toBeUndefined();
  const head = await serving(inPieces, (port) => fetchPage(port, 'br', 'HEAD'));
  expect([head.headers['content-encoding'], head.body.length]).toEqual([undefined, 0]);
  const picture = await serving(image, (port) => fetchPage(port, 'br'));
  expect([picture.headers['content-encoding'], picture.body.length]).toEqual([undefined, 3000]);
});

test('sends a page without a body without a coding', async () => {
  const empty: RequestListener = (_, res) => {
    res.setHeader('Content-Type', 'text/html');
    res.end();
  };
  const { headers, body } = await serving(empty, (port) => fetchPage(port, 'br'));
  expect([headers['content-encoding'], headers['content-length'], body.length]).toEqual([undefined, '0', 0]);
});

test('stops compressing for a client that left', async () => {
  let gone = false;
  let written = 0;
  const respond: RequestListener = async (_, res) => {
    res.setHeader('Content-Type', 'text/html');
    res.once('close', () => {
      gone = true;
    });
    while (!gone) {
      res.write(PAGE);
      written += 1;
      await nextTurn();
    }
    res.write(PAGE);
    res.end(PAGE);
  };
  await serving(respond, async (port) => {
    const { sent, response } = await open(port, { 'accept-encoding': 'br' });
    await once(response, 'data');
    response.on('error', () => {});
    sent.destroy();
    await expect.poll(() => gone).toBe(true);
  });
  expect(written).toBeGreaterThan(0);
});
