import { createServer, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { openSender, type Sender } from '../../../../server/features/webhooks/send';
import { newSecret, signatureHeaders } from '../../../../server/features/webhooks/sign';
import { CERTIFICATE } from '../../../setup/certificate';
import { type Answer, openReceiver, type Receiver, verified } from '../../../setup/receiver';

const policy = { allowLoopback: true };
let receiver: Receiver;
let sender: Sender;
beforeAll(async () => {
  receiver = await openReceiver();
  sender = openSender(policy, { timeoutMs: 5000 });
});
afterAll(async () => {
  sender.close();
  await receiver.close();
});

const send = (url = receiver.url, headers = {}) => sender.send({ url, headers, body: '{"a":1}' });
const answering = (how: Answer) => {
  receiver.answer(how);
  return send();
};
const hang: Answer = () => {};

/** A plain TCP server that handles each connection as given. */
async function openTcp(serve: (socket: Socket) => void): Promise<{ url: string; connections: () => number }> {
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    socket.on('error', () => {});
    serve(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return { url: `http://127.0.0.1:${port}/`, connections: () => connections };
}

describe('the request', () => {
  test('posts exactly the bytes that were signed', async () => {
    receiver.answer((_request, response) => response.writeHead(200).end('thanks'));
    const secret = newSecret();
    const body = JSON.stringify({ type: 'order.created', data: { name: 'Bjørn’s — 雪' } });
    const headers = { ...signatureHeaders({ id: 'evt_1', at: new Date(), body, secrets: [secret] }) };
    const outcome = await sender.send({ url: `${receiver.url}/hooks?tenant=7`, headers, body });
    const request = await receiver.waitFor(({ path }) => path === '/hooks?tenant=7');
    expect(request.body).toBe(body);
    expect(verified(request, secret)).toEqual(JSON.parse(body));
    expect(request.headers).toMatchObject({
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(body)),
      'user-agent': 'Tallyleaf-Webhooks/1',
    });
    expect(outcome).toMatchObject({
      ok: true,
      status: 200,
      responseBody: 'thanks',
      error: null,
      retryAfter: null,
    });
    expect(outcome.durationMs).toBeGreaterThanOrEqual(0);
  });

  test("reports a header that HTTP can't carry as an error instead of throwing", async () => {
    const outcome = await send(receiver.url, { 'x-note': 'a\r\nb: c' });
    expect(outcome).toMatchObject({ ok: false, status: null, error: 'The request could not be sent' });
  });

  test.each([
    ['no address at all', 'The address is not valid'],
    ['gopher://example.com/', 'The address is not valid'],
    ['http://10.0.0.1/', 'The address is not public'],
  ])("isn't sent to %s", async (url, error) => {
    expect(await send(url)).toMatchObject({ ok: false, status: null, responseBody: null, error });
  });
});

describe('the response', () => {
  test.each([
    [200, true],
    [202, true],
    [204, true],
    [299, true],
    [300, false],
    [302, false],
    [304, false],
    [400, false],
    [404, false],
    [410, false],
    [429, false],
    [500, false],
    [503, false],
  ])('%i counts as delivered: %s', async (status, ok) => {
    const outcome = await answering((_request, response) => response.writeHead(status).end());
    expect(outcome).toMatchObject({ ok, status, responseBody: '', error: null });
  });

  test('returns Retry-After', async () => {
    const startedAt = Date.now();
    const { retryAfter } = await answering((_request, response) =>
      response.writeHead(503, { 'retry-after': '120' }).end(),
    );
    expect(Math.abs((retryAfter?.getTime() ?? 0) - startedAt - 120_000)).toBeLessThan(5000);
  });

  test('keeps the first 4 KiB of 1 MB without waiting for the rest', async () => {
    let sent = 0;
    const outcome = await answering((_request, response) => {
      response.writeHead(500);
      const more = setInterval(() => {
        sent += 1;
        response.write('x'.repeat(16_384));
        if (sent === 64) response.end();
      }, 5);
      response.once('close', () => clearInterval(more));
    });
    expect(outcome).toMatchObject({ ok: false, status: 500, responseBody: 'x'.repeat(4096), error: null });
    expect(sent).toBeLessThan(32);
  });

  test('reads up to 4 KiB and keeps the connection open, but not for one byte more', async () => {
    const sized = (bytes: number) =>
      answering((_request, response) => void response.writeHead(200).end('y'.repeat(bytes)));
    await sized(0);
    const before = receiver.connections;
    expect((await sized(4096)).responseBody).toHaveLength(4096);
    await sized(0);
    expect(receiver.connections).toBe(before);
    expect((await sized(4097)).responseBody).toHaveLength(4096);
    await sized(0);
    expect(receiver.connections).toBe(before + 1);
  });

  test.each([
    ['NUL is left out', Buffer.from('a\0b\0'), 'ab'],
    ['bytes that are not UTF-8 are marked', Buffer.from([0x61, 0xff, 0x62]), 'a\ufffdb'],
    ['a character cut by the limit is left out', Buffer.from(`${'x'.repeat(4095)}雪`), 'x'.repeat(4095)],
  ])('%s', async (_case, bytes, text) => {
    const outcome = await answering((_request, response) => void response.writeHead(200).end(bytes));
    expect(outcome).toMatchObject({ ok: true, responseBody: text });
  });
});

describe('errors', () => {
  const impatient = openSender(policy, { timeoutMs: 300 });
  afterAll(() => impatient.close());
  const sendImpatiently = (url = receiver.url) => impatient.send({ url, headers: {}, body: '{}' });

  test('timeout without a response', async () => {
    receiver.answer(hang);
    const outcome = await sendImpatiently();
    expect(outcome).toMatchObject({ ok: false, status: null, responseBody: null });
    expect(outcome.error).toBe('No response within 0.3 seconds');
    expect(outcome.durationMs).toBeGreaterThanOrEqual(295);
    expect(outcome.durationMs).toBeLessThan(1500);
  });

  test('no response on a reused connection: not retried', async () => {
    receiver.answer((_request, response) => response.end());
    await sendImpatiently();
    receiver.answer(hang);
    const before = receiver.requests.length;
    expect((await sendImpatiently()).error).toBe('No response within 0.3 seconds');
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(receiver.requests).toHaveLength(before + 1);
  });

  test('headers, then a slow body: the timeout covers all of it', async () => {
    receiver.answer((_request, response) => {
      response.writeHead(200);
      const drops = setInterval(() => response.write('.'), 20);
      response.once('close', () => clearInterval(drops));
    });
    const outcome = await sendImpatiently();
    expect(outcome).toMatchObject({
      ok: false,
      status: 200,
      error: "The response didn't end within 0.3 seconds",
    });
    expect(outcome.responseBody).toMatch(/^\.+$/);
    expect(outcome.durationMs).toBeLessThan(1500);
  });

  test('slow headers', async () => {
    const tcp = await openTcp((socket) => {
      socket.write('HTTP/1.1 200 OK\r\nx-slow: ');
      const drops = setInterval(() => socket.write('.'), 20);
      socket.once('close', () => clearInterval(drops));
    });
    expect(await sendImpatiently(tcp.url)).toMatchObject({
      status: null,
      error: 'No response within 0.3 seconds',
    });
  });

  test('a slow name lookup', async () => {
    const slow = openSender(
      { allowLoopback: false, resolve: () => new Promise(() => {}) },
      { timeoutMs: 300 },
    );
    const outcome = await slow.send({ url: 'https://slow.test/', headers: {}, body: '{}' });
    expect(outcome.error).toBe('No response within 0.3 seconds');
    slow.close();
  });

  test('connection refused', async () => {
    const gone = await openReceiver();
    await gone.close();
    expect(await send(gone.url)).toMatchObject({ status: null, error: 'Connection refused' });
    const name = `http://localhost:${gone.port}/`;
    expect(await send(name)).toMatchObject({ status: null, error: 'Connection refused' });
  });

  test('a connection broken before the response: one attempt', async () => {
    const tcp = await openTcp((socket) => void socket.once('data', () => socket.resetAndDestroy()));
    expect((await send(tcp.url)).error).toBe('The connection was closed without a response');
    expect(tcp.connections()).toBe(1);
  });

  test('an incomplete response', async () => {
    const outcome = await answering((_request, response) => {
      response.writeHead(200, { 'content-length': 100 });
      response.write('half', () => response.destroy());
    });
    expect(outcome).toMatchObject({ ok: false, status: 200, responseBody: 'half' });
    expect(outcome.error).toBe('The connection was closed before the response ended');
  });

  test.each([
    ['something else than HTTP', 'SSH-2.0-OpenSSH_9.6\r\n', 'The response is not HTTP'],
    ['headers without end', `HTTP/1.1 200 OK\r\nx: ${'y'.repeat(40_000)}`, 'The response is not HTTP'],
    [
      'another protocol',
      'HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n',
      'The connection was closed without a response',
    ],
  ])('%s', async (_case, text, error) => {
    const tcp = await openTcp((socket) => void socket.write(text));
    expect(await send(tcp.url)).toMatchObject({ ok: false, status: null, error });
  });

  test('a self-signed certificate, and no TLS', async () => {
    const selfSigned = await openReceiver({ tls: CERTIFICATE });
    onTestFinished(() => selfSigned.close());
    expect(await send(selfSigned.url)).toMatchObject({
      status: null,
      error: 'The certificate is not trusted',
    });
    expect(selfSigned.requests).toHaveLength(0);
    expect((await send(receiver.url.replace('http:', 'https:'))).error).toBe(
      'The secure connection could not be set up',
    );
  });
});

describe('connections', () => {
  test('are reused', async () => {
    receiver.answer((_request, response) => response.end('ok'));
    await send();
    const before = receiver.connections;
    for (let sent = 0; sent < 10; sent += 1) expect((await send()).ok).toBe(true);
    expect(receiver.connections).toBe(before);
  });

  test('replace one that the receiver closed while idle', async () => {
    receiver.answer((_request, response) => response.end('ok'));
    await send();
    receiver.reset();
    expect(await send()).toMatchObject({ ok: true, error: null });
  });

  test('retry once on a fresh one when a reused one breaks', async () => {
    const tcp = await openTcp((socket) => {
      socket.once('data', () => {
        socket.write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok');
        socket.once('data', () => socket.resetAndDestroy());
      });
    });
    expect(await send(tcp.url)).toMatchObject({ ok: true });
    expect(await send(tcp.url)).toMatchObject({ ok: true, responseBody: 'ok', error: null });
    expect(tcp.connections()).toBe(2);
  });

  test('fail the attempt when the fresh one breaks too', async () => {
    let connections = 0;
    const tcp = await openTcp((socket) => {
      connections += 1;
      const first = connections === 1;
      socket.once('data', () => {
        if (!first) return socket.resetAndDestroy();
        socket.write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok');
        socket.once('data', () => socket.resetAndDestroy());
      });
    });
    await send(tcp.url);
    expect((await send(tcp.url)).error).toBe('The connection was closed without a response');
    expect(tcp.connections()).toBe(2);
  });

  test("aren't delayed by 300 hanging sends", async () => {
    const many = openSender(policy, { timeoutMs: 3000 });
    const hanging = await openReceiver();
    onTestFinished(() => hanging.close());
    hanging.answer(hang);
    receiver.answer((_request, response) => response.end());
    const waiting = Array.from({ length: 300 }, () =>
      many.send({ url: hanging.url, headers: {}, body: '{}' }),
    );
    await hanging.waitFor(() => hanging.requests.length === 300);
    const outcome = await many.send({ url: receiver.url, headers: {}, body: '{}' });
    expect(outcome.ok).toBe(true);
    expect(outcome.durationMs).toBeLessThan(500);
    many.close();
    expect((await Promise.all(waiting)).every(({ ok, error }) => !ok && error !== null)).toBe(true);
  });
});
