import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { z } from 'zod';
import { plainLineOf } from '../../kernel/one-line';
import { type Command, CommandError, checkOptions, readArguments } from './command';

/** Bytes of a body: a batch has at most 256 KiB. */
const MAX_BYTES = 1024 * 1024;
/** Ids of requests that are remembered to tell duplicates. */
const REMEMBERED = 10_000;
const HEADERS = ['webhook-id', 'webhook-timestamp', 'webhook-signature'] as const;

const Options = z.object({
  port: z.coerce.number('must be a number').int().min(0).max(65_535).default(4600),
  status: z.coerce.number('must be a number').int().min(200).max(599).default(200),
  secret: z.string().startsWith('whsec_', 'must begin with whsec_').optional(),
});
type Options = z.infer<typeof Options>;

interface Shown {
  at: string;
  path: string;
  id: string | null;
  /** `unchecked` without a secret. */
  signature: 'right' | 'wrong' | 'unchecked';
  duplicate: boolean;
  status: number;
  body: unknown;
}

export const listen: Command = {
  usage: 'listen [--port N] [--secret whsec_…] [--status N]',
  summary: 'receive webhooks on this machine while you develop: shows each one and checks its signature',

  run(args, { json, out, err }) {
    const option = { type: 'string' } as const;
    const { values } = readArguments({ args, options: { port: option, secret: option, status: option } });
    const options = checkOptions(Options, values);
    return serve(options, (shown) => out.write(json ? `${JSON.stringify(shown)}\n` : textOf(shown)), err);
  },
};

/** Listens on the loopback address until the process gets a signal to stop. @throws CommandError when the port is taken */
function serve(options: Options, show: (shown: Shown) => void, err: NodeJS.WriteStream): Promise<number> {
  const seen = new Set<string>();
  const server = createServer((request, response) => {
    receive(request, response, options, seen).then(
      (shown) => shown && show(shown),
      () => response.destroy(),
    );
  });
  return new Promise((resolve, reject) => {
    server.once('error', ({ message }) => reject(new CommandError(`can't listen: ${message}`)));
    server.listen(options.port, '127.0.0.1', () => {
      err.write(`listening on http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
    });
    const stop = () => {
      server.close(() => resolve(0));
      server.closeAllConnections();
    };
    process.once('SIGINT', stop);
    process.once('SIGTERM', stop);
  });
}

async function receive(
  request: IncomingMessage,
  response: ServerResponse,
  { secret, status }: Options,
  seen: Set<string>,
): Promise<Shown | null> {
  const text = await bodyOf(request);
  if (request.method !== 'POST' || text === null) {
    response.writeHead(text === null ? 413 : 405).end();
    return null;
  }
  const id = headerOf(request, 'webhook-id') || null;
  const duplicate = id !== null && seen.has(id);
  if (id !== null && seen.size < REMEMBERED) seen.add(id);
  response.writeHead(status).end();
  const shown = { at: new Date().toISOString(), path: request.url ?? '/', id, duplicate, status };
  return { ...shown, signature: judge(secret, text, request), body: parsed(text) };
}

async function bodyOf(request: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MAX_BYTES) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function judge(secret: string | undefined, text: string, request: IncomingMessage): Shown['signature'] {
  if (secret === undefined) return 'unchecked';
  try {
    new Webhook(secret).verify(
      text,
      Object.fromEntries(HEADERS.map((name) => [name, headerOf(request, name)])),
    );
    return 'right';
  } catch {
    return 'wrong';
  }
}

const headerOf = ({ headers }: IncomingMessage, name: string): string => String(headers[name] ?? '');

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function textOf({ at, path, id, signature, duplicate, status, body }: Shown): string {
  const { type, events } = Object(body) as { type?: unknown; events?: unknown };
  const what = Array.isArray(events) ? `${type} of ${events.length}` : String(type ?? 'unknown');
  const head = `${at} ${path} ${what} ${id ?? 'without an id'} signature ${signature}${duplicate ? ' duplicate' : ''} -> ${status}`;
  return `${plainLineOf(head)}\n${JSON.stringify(body, null, 2)}\n`;
}
