import type { IncomingMessage, ServerResponse } from 'node:http';
import { Webhook, WebhookVerificationError } from 'standardwebhooks';
import { bodyOf, type Listening, listen, sendJson } from '../listen';

const ANSWERS = ['200', '500', '410', 'hang'] as const;
type Answer = (typeof ANSWERS)[number];
/** `old`: the signature is right, and more than five minutes old. */
type Signature = 'right' | 'wrong' | 'old';

export interface Delivery {
  at: string;
  /** The path that it came to, which names the business. */
  path: string;
  id: string | null;
  signature: Signature;
  /** Whether the same `webhook-id` came before. */
  duplicate: boolean;
  answered: Answer;
  headers: IncomingMessage['headers'];
  body: unknown;
}

export interface Receiver extends Listening {
  /** Secrets by path, such as `/wholesaler`. */
  secrets: Map<string, string>;
  /** Newest first. */
  deliveries: readonly Delivery[];
}

const KEPT = 1_000;
const OLD_SECONDS = 5 * 60;

/** Receives webhooks on this machine: `/` shows them, `GET /deliveries` has them, `PUT /response` says how to respond. */
export async function startReceiver(port: number): Promise<Receiver> {
  const secrets = new Map<string, string>();
  const deliveries: Delivery[] = [];
  let answer: Answer = '200';

  async function receive(message: IncomingMessage, response: ServerResponse, path: string): Promise<void> {
    const text = await bodyOf(message);
    const id = headerOf(message, 'webhook-id');
    deliveries.unshift({
      ...{ at: new Date().toISOString(), path, id },
      signature: judge(secrets.get(path), text, message),
      duplicate: id !== null && deliveries.some((one) => one.id === id),
      answered: answer,
      headers: message.headers,
      body: parsed(text),
    });
    if (deliveries.length > KEPT) deliveries.pop();
    if (answer === 'hang') return;
    sendJson(response, Number(answer), {});
  }

  async function serve(message: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(message.url ?? '/', 'http://receiver');
    const what = `${message.method} ${pathname}`;
    if (what === 'GET /') {
      response.writeHead(200, {
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': POLICY,
      });
      response.end(PAGE);
    } else if (what === 'GET /deliveries') sendJson(response, 200, { response: answer, deliveries });
    else if (what === 'DELETE /deliveries') {
      deliveries.length = 0;
      sendJson(response, 200, { response: answer, deliveries });
    } else if (what === 'PUT /response') {
      const { response: wanted } = parsed(await bodyOf(message)) as { response?: unknown };
      const known = ANSWERS.find((one) => one === String(wanted));
      if (!known) return sendJson(response, 400, { error: `response must be one of ${ANSWERS.join(', ')}` });
      answer = known;
      sendJson(response, 200, { response: answer });
    } else if (message.method === 'POST') await receive(message, response, pathname);
    else sendJson(response, 404, { error: 'not_found' });
  }

  return { ...(await listen(port, serve)), secrets, deliveries };
}

function judge(secret: string | undefined, text: string, message: IncomingMessage): Signature {
  if (secret === undefined) return 'wrong';
  const sent = Number(headerOf(message, 'webhook-timestamp'));
  const isOld = Number.isFinite(sent) && Math.abs(Date.now() / 1000 - sent) > OLD_SECONDS;
  const webhook = new Webhook(secret);
  const id = headerOf(message, 'webhook-id') ?? '';
  const given = headerOf(message, 'webhook-signature') ?? '';
  if (isOld)
    return given.split(' ').includes(webhook.sign(id, new Date(sent * 1000), text)) ? 'old' : 'wrong';
  try {
    webhook.verify(text, message.headers as Record<string, string>);
    return 'right';
  } catch (error) {
    if (error instanceof WebhookVerificationError) return 'wrong';
    throw error;
  }
}

function headerOf({ headers }: IncomingMessage, name: string): string | null {
  const value = headers[name];
  return typeof value === 'string' ? value : null;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; connect-src 'self'";
const PAGE = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Webhook receiver</title>
<style>
  body { font: 15px system-ui, sans-serif; margin: 2rem auto; max-width: 60rem; padding: 0 1rem }
  button[aria-pressed=true] { font-weight: 700 }
  .wrong, .old { color: #b00020 }
  .right { color: #0a6b2d }
  pre { background: #f4f4f4; overflow: auto; padding: .75rem; border-radius: .5rem }
</style>
<h1>Webhook receiver</h1>
<p>Responds with <span id="choices"></span> <button id="clear">Clear</button></p>
<div id="list"></div>
<script>
  const choices = ${JSON.stringify(ANSWERS)};
  const send = (method, path, body) => fetch(path, { method, body: body && JSON.stringify(body) }).then(show);
  document.getElementById('clear').onclick = () => send('DELETE', '/deliveries');
  for (const choice of choices) {
    const button = document.createElement('button');
    button.textContent = choice;
    button.onclick = () => send('PUT', '/response', { response: choice });
    document.getElementById('choices').append(button, ' ');
  }
  const element = (name, text, className = '') =>
    Object.assign(document.createElement(name), { textContent: text, className });
  let shown = '';
  async function show() {
    const state = await (await fetch('/deliveries')).json();
    for (const button of document.querySelectorAll('#choices button'))
      button.setAttribute('aria-pressed', String(button.textContent === state.response));
    const text = JSON.stringify(state);
    if (text === shown) return;
    shown = text;
    document.getElementById('list').replaceChildren(...state.deliveries.map((one) => {
      const row = document.createElement('details');
      const summary = document.createElement('summary');
      const type = one.body && one.body.type ? one.body.type : 'no event';
      summary.append(one.at + ' ' + one.path + ' ' + type + ' ');
      summary.append(element('span', 'signature ' + one.signature, one.signature));
      if (one.duplicate) summary.append(' duplicate');
      row.append(summary, element('pre', JSON.stringify(one.headers, null, 2)), element('pre', JSON.stringify(one.body, null, 2)));
      return row;
    }));
  }
  setInterval(show, 2000);
  show();
</script>
</html>
`;
