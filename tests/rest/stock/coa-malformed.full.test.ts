import { readFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { coaParts, uploadCoa } from '../../factories/coa';
import { pdf, pdfOf } from '../../factories/pdf';
import { openTrade, type Trade } from '../../factories/trade';
import { expectError, expectInvalid } from '../../setup/expect';
import { BOUNDARY, form, formBytes, type Part } from '../../setup/form';
import { openOwnStage } from '../../setup/stage';

const stage = await openOwnStage();
const { sql } = stage;
let trade: Trade;
let path: string;
beforeAll(async () => {
  trade = await openTrade(stage);
  path = `/api/v1/products/${trade.product.id}/coa`;
});

/** Whatever a test sent, no record came of it and no upload is left open. */
afterEach(async () => {
  const uploads = () => sql`select key from pending_uploads`;
  await expect.poll(uploads, { timeout: 20_000 }).toEqual([]);
  expect(await sql`select id from product_coas`).toEqual([]);
});

const upload = (parts: readonly Part[]) => uploadCoa(trade.seller, trade.product.id, parts);
const withFile = (content: string | Uint8Array) => upload(coaParts(Buffer.from(content)));

describe('rejects a file that is not a PDF (400)', () => {
  test.each([
    ['nothing', ''],
    ['four bytes', '%PDF'],
    ['text', 'Not a PDF.\n%%EOF'],
    ['a byte order mark first', '\uFEFF%PDF-1.4\n%%EOF'],
    ['a line break first', '\n%PDF-1.4\n%%EOF'],
    ['lower case', '%pdf-1.4\n%%EOF'],
    ['a GIF that goes on as a PDF', 'GIF89a\n%PDF-1.4\n%%EOF'],
    ['HTML that goes on as a PDF', '<script>alert(1)</script>\n%PDF-1.4\n%%EOF'],
    ['a ZIP that goes on as a PDF', 'PK\u0003\u0004%PDF-1.4\n%%EOF'],
    ['a Windows program', 'MZ\u0090\u0000%PDF-1.4\n%%EOF'],
    ['no end', '%PDF-1.4\n'],
    ['an end that is no more in the last KiB', `%PDF-1.4\n%%EOF${'\n'.repeat(1020)}`],
    ['an archive of more than a KiB behind the end', `%PDF-1.4\n%%EOF\nPK\u0003\u0004${'x'.repeat(2000)}`],
    ['base64', Buffer.from('%PDF-1.4\n%%EOF').toString('base64')],
  ])('%s', async (_, content) => {
    expectInvalid(await withFile(content), 'file', 'invalid_file');
  });
});

describe('rejects extra parts (400)', () => {
  const [lab, batch, file] = coaParts() as [Part, Part, Part];
  test.each<[string, Part[], string, string]>([
    ['no file', [lab, batch], 'file', 'required'],
    ['no lab', [batch, file], 'lab', 'required'],
    ['no batch_id', [lab, file], 'batch_id', 'required'],
    ['an empty lab', [{ ...lab, content: '' }, batch, file], 'lab', 'required'],
    ['a lab of blanks', [{ ...lab, content: '  ' }, batch, file], 'lab', 'too_short'],
    ['a lab of 201 characters', [{ ...lab, content: 'x'.repeat(201) }, batch, file], 'lab', 'too_long'],
    ['a lab of 5000 bytes', [{ ...lab, content: 'x'.repeat(5000) }, batch, file], 'lab', 'too_long'],
    [
      'a batch_id of 101 characters',
      [lab, { ...batch, content: 'x'.repeat(101) }, file],
      'batch_id',
      'too_long',
    ],
    [
      'a date that does not exist',
      [lab, batch, file, { name: 'date', content: '2026-02-30' }],
      'date',
      'invalid_format',
    ],
    ['an unknown field', [lab, batch, file, { name: 'colour', content: 'red' }], 'colour', 'unknown_key'],
    ['__proto__', [lab, batch, { name: '__proto__', content: 'x' }, file], '__proto__', 'unknown_key'],
    ['a field without a name', [lab, batch, { content: 'x' }, file], '', 'unknown_key'],
    ['the product’s id', [lab, batch, file, { name: 'id', content: 'x' }], 'id', 'unknown_key'],
    ['a lab twice', [lab, lab, batch, file], 'lab', 'repeated'],
    ['a second file', [lab, batch, file, file], 'file', 'repeated'],
    ['a file of another name', [lab, batch, { ...file, name: 'image' }], 'image', 'unknown_key'],
    ['a lab that is a file', [batch, file, { ...lab, fileName: 'x' }], 'lab', 'wrong_type'],
    ['a file that is a field', [lab, batch, { name: 'file', content: pdf() }], 'file', 'wrong_type'],
    [
      'bytes that are not UTF-8',
      [{ ...lab, content: Buffer.from([0x61, 0xff]) }, batch, file],
      'lab',
      'invalid_text',
    ],
    ['NUL', [{ ...lab, content: 'a\0b' }, batch, file], 'lab', 'invalid_text'],
    [
      'an unknown charset',
      [{ ...lab, type: 'text/plain; charset=klingon' }, batch, file],
      'lab',
      'invalid_text',
    ],
  ])('%s', async (_, parts, at, code) => {
    expectInvalid(await upload(parts), at, code);
  });

  test('1 000 fields, 1 000 files, 1 000 parts without a name', async () => {
    const many = (part: Part) => Array.from({ length: 1000 }, () => part);
    for (const parts of [
      many({ name: 'lab', content: 'x' }),
      many(file),
      many({ disposition: 'attachment', content: 'x' }),
      many({ disposition: 'form-data', content: 'x' }),
      [...coaParts(), ...many({ disposition: 'attachment', content: 'x' })],
    ]) {
      expectError(await upload(parts), 'INVALID_REQUEST');
    }
  });

  test('an unknown query key', async () => {
    expectInvalid(await trade.seller.send('POST', `${path}?a=1`, form(coaParts())), 'a', 'unknown_key');
  });
});

describe('a body that is not a form', () => {
  const raw = (body: string | Buffer, type: string) =>
    trade.seller.send('POST', path, { body, headers: { 'content-type': type } });
  const multipart = `multipart/form-data; boundary=${BOUNDARY}`;

  test.each([
    ['application/json', '{}'],
    ['application/pdf', '%PDF-1.4\n%%EOF'],
    ['application/x-www-form-urlencoded', 'lab=x&batch_id=y'],
    ['multipart/mixed; boundary=x', '--x--\r\n'],
    ['multipart/form-dataX; boundary=x', '--x--\r\n'],
    ['text/plain', 'x'],
    ['', 'x'],
  ])('rejects %j (415)', async (type, body) => {
    expectError(await raw(body, type), 'UNSUPPORTED_MEDIA_TYPE');
  });

  test.each<[string, string | Buffer, string]>([
    ['no boundary', formBytes(coaParts()), 'multipart/form-data'],
    ['an empty boundary', formBytes(coaParts()), 'multipart/form-data; boundary='],
    ['another boundary than the body’s', formBytes(coaParts()), 'multipart/form-data; boundary=other'],
    ['no closing boundary', formBytes(coaParts(), { closed: false }), multipart],
    ['a cut in the file', formBytes(coaParts()).subarray(0, -100), multipart],
    ['a cut in a header', `--${BOUNDARY}\r\nContent-Dispo`, multipart],
    ['a header without a colon', `--${BOUNDARY}\r\nnonsense\r\n\r\nx\r\n--${BOUNDARY}--\r\n`, multipart],
    [
      'a header of 20 KB',
      `--${BOUNDARY}\r\nX: ${'x'.repeat(20_000)}\r\n\r\nx\r\n--${BOUNDARY}--\r\n`,
      multipart,
    ],
    ['nonsense', 'nonsense', multipart],
    ['no part at all', `--${BOUNDARY}--\r\n`, multipart],
  ])('rejects %s (400)', async (_, body, type) => {
    expectError(await raw(body, type), 'INVALID_REQUEST');
  });

  test('rejects a missing body (400)', async () => {
    expectInvalid(await trade.seller.post(path), 'lab', 'required');
  });
});

describe('on the wire', () => {
  const head = (headers: readonly string[]) =>
    [
      `POST ${path} HTTP/1.1`,
      'Host: localhost',
      `Authorization: Bearer ${trade.seller.tokens?.access_token}`,
      `Content-Type: multipart/form-data; boundary=${BOUNDARY}`,
      ...headers,
      '\r\n',
    ].join('\r\n');

  test('rejects a declared length over 11 MiB immediately (413)', async () => {
    const wire = await Wire.open(stage.server.url);
    wire.send(head([`Content-Length: ${11 * 1024 * 1024 + 1}`]));
    expect(await wire.answer()).toMatch(/^HTTP\/1.1 413 .*PAYLOAD_TOO_LARGE/s);
    wire.close();
  });

  test('rejects a chunked body while it arrives (413), with bounded memory', async () => {
    const wire = await Wire.open(stage.server.url);
    const before = await memoryOf(stage.server.pid);
    wire.send(head(['Transfer-Encoding: chunked']));
    const opening = formBytes(coaParts(pdfOf(1000)), { closed: false });
    wire.send(chunk(opening.subarray(0, opening.length - 20)));
    const block = chunk(Buffer.alloc(64 * 1024, 'x'));
    let sent = 0;
    for (; sent < 100 && wire.received === ''; sent++) {
      for (let i = 0; i < 16; i++) await wire.drained(block);
    }
    expect(await wire.answer()).toMatch(/^HTTP\/1.1 413 /);
    // Bytes sent after the response are dropped, and the response can be read to its end.
    for (let i = 0; i < 200 && !wire.closed; i++) await wire.drained(block);
    const after = await memoryOf(stage.server.pid);
    expect(after - before).toBeLessThan(150 * 1024 * 1024);
    wire.close();
  });

  test('holds no transaction and no memory for 30 slow uploads, and leaves nothing of abandoned ones', async () => {
    const wires = await Promise.all(Array.from({ length: 30 }, () => Wire.open(stage.server.url)));
    const body = formBytes(coaParts(pdfOf(200_000)));
    for (const wire of wires) {
      wire.send(head([`Content-Length: ${body.length}`]));
      wire.send(body.subarray(0, 100_000));
    }
    await expect
      .poll(async () => (await sql`select key from pending_uploads`).length, { timeout: 20_000 })
      .toBe(30);
    const open = await sql`select pid from pg_stat_activity
      where datname = current_database() and state like 'idle in transaction%'`;
    expect(open).toEqual([]);
    // Others are served meanwhile.
    expect((await trade.seller.get('/api/v1/products')).status).toBe(200);
    for (const wire of wires) wire.close();
  });

  test('rejects a stalled body before closing the connection (400)', async () => {
    const wire = await Wire.open(stage.server.url);
    wire.send(head(['Content-Length: 5000']));
    wire.send(formBytes(coaParts()).subarray(0, 300));
    expect(await wire.answer(25_000)).toMatch(/^HTTP\/1.1 400 .*INVALID_REQUEST.*without pauses/s);
    await wire.ended;
  });

  test('leaves nothing of a body that is shorter than declared or cut off', async () => {
    for (const length of [5000, 50_000]) {
      const wire = await Wire.open(stage.server.url);
      wire.send(head([`Content-Length: ${length}`]));
      wire.send(formBytes(coaParts(pdfOf(4000))).subarray(0, 3000));
      await delay(100);
      wire.close();
    }
    const wire = await Wire.open(stage.server.url);
    wire.send(head(['Transfer-Encoding: chunked']));
    wire.send('zz\r\nnot a chunk');
    expect(await wire.answer()).toMatch(/^HTTP\/1.1 400 /);
    wire.close();
  });

  test('lets the client read an early response while the body is still being sent', async () => {
    const wire = await Wire.open(stage.server.url);
    const body = formBytes(coaParts(Buffer.concat([Buffer.from('GIF89a'), pdfOf(5_000_000)])));
    wire.send(head([`Content-Length: ${body.length}`]));
    for (let at = 0; at < body.length; at += 100_000) await wire.drained(body.subarray(at, at + 100_000));
    expect(await wire.answer()).toMatch(/^HTTP\/1.1 400 .*invalid_file/s);
    // The connection goes on.
    wire.received = '';
    wire.send('GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
    expect(await wire.answer()).toMatch(/^HTTP\/1.1 200 /);
    await wire.ended;
  });
});

const chunk = (bytes: Buffer) =>
  Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')]);

/** A connection on which a test writes what it likes. */
class Wire {
  received = '';
  closed = false;
  readonly ended: Promise<void>;

  private constructor(private readonly socket: Socket) {
    socket.on('data', (bytes) => {
      this.received += bytes.toString('latin1');
    });
    socket.on('error', () => {});
    this.ended = new Promise((resolve) => {
      socket.once('close', () => {
        this.closed = true;
        resolve();
      });
    });
  }

  static async open(url: string): Promise<Wire> {
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname);
    await new Promise((resolve, reject) => {
      socket.once('connect', resolve);
      socket.once('error', reject);
    });
    return new Wire(socket);
  }

  send(bytes: string | Buffer): void {
    this.socket.write(bytes);
  }

  async drained(bytes: Buffer): Promise<void> {
    if (this.closed || this.socket.write(bytes)) return;
    await Promise.race([new Promise((resolve) => this.socket.once('drain', resolve)), this.ended]);
  }

  /** All bytes received, once they are a complete response. */
  async answer(limitMs = 10_000): Promise<string> {
    const deadline = Date.now() + limitMs;
    while (!/\r\n\r\n./s.test(this.received) && Date.now() < deadline && !this.closed) await delay(20);
    await delay(20);
    return this.received;
  }

  close(): void {
    this.socket.destroy();
  }
}

/** Resident memory in bytes. */
async function memoryOf(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) * 1024;
}
