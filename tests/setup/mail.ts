import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { SMTPServer } from 'smtp-server';
import { afterAll } from 'vitest';

export interface Mail {
  from: string;
  to: string[];
  /** The message as it was sent, headers and body. */
  raw: string;
  subject: string;
  /** By name in lower case, unfolded. */
  headers: ReadonlyMap<string, string>;
  /** The HTML part, if there is one. */
  html: string | null;
  /** The body, decoded; of two parts the plain one. */
  text: string;
  /** The addresses in the body. */
  links: string[];
  attachments: readonly { head: string; contents: Buffer }[];
}

export interface Mailbox {
  /** Every message so far, oldest first. */
  mails: readonly Mail[];
  /**
   * The oldest message to an address that this has not told before, with such a subject; waits when there is none.
   * @throws Error when none comes in ten seconds
   */
  waitFor(to: string, subject?: RegExp): Promise<Mail>;
  /** Messages to an address so far, with such a subject. */
  countTo(to: string, subject?: RegExp): number;
}

export interface MailServer extends Mailbox {
  /** What the server under test is started with. */
  env: { SMTP_URL: string };
  /** While true, every message is rejected temporarily (SMTP 451). */
  refusing: boolean;
  /** While true, messages are received without a response. */
  hanging: boolean;
  /** Mailboxes that don't exist: mail to them is rejected for good (SMTP 550). */
  gone: Set<string>;
}

const PATIENCE_MS = 30_000;

/** A real SMTP server on a free port, which keeps what it gets; it ends with the test file. */
export async function openMailServer(): Promise<MailServer> {
  const mails: Mail[] = [];
  const told = new Set<Mail>();
  const arrivals = new Set<() => void>();
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onRcptTo({ address }, _session, done) {
      if (!box.gone.has(address)) return done();
      done(Object.assign(new Error('No such mailbox'), { responseCode: 550 }));
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.once('end', () => {
        if (box.hanging) return;
        if (box.refusing) return done(Object.assign(new Error('Try again later'), { responseCode: 451 }));
        const { mailFrom, rcptTo } = session.envelope;
        const to = rcptTo.map(({ address }) => address);
        mails.push(parseMail(mailFrom ? mailFrom.address : '', to, Buffer.concat(chunks).toString('utf8')));
        done();
        for (const arrived of arrivals) arrived();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  afterAll(() => new Promise<void>((resolve) => server.close(() => resolve())));
  const { port } = server.server.address() as AddressInfo;
  const box: MailServer = {
    env: { SMTP_URL: `smtp://127.0.0.1:${port}` },
    mails,
    refusing: false,
    hanging: false,
    gone: new Set(),
    countTo: (to, subject = /^/) =>
      mails.filter((mail) => mail.to.includes(to) && subject.test(mail.subject)).length,
    waitFor: (to, subject = /^/) =>
      new Promise((resolve, reject) => {
        const look = () => {
          const mail = mails.find(
            (one) => one.to.includes(to) && subject.test(one.subject) && !told.has(one),
          );
          if (!mail) return;
          told.add(mail);
          end();
          resolve(mail);
        };
        const late = setTimeout(() => {
          end();
          reject(new Error(`No mail to ${to} within ${PATIENCE_MS / 1000} s`));
        }, PATIENCE_MS);
        const end = () => {
          clearTimeout(late);
          arrivals.delete(look);
        };
        arrivals.add(look);
        look();
      }),
  };
  return box;
}

/**
 * What the server of a shared stage sends from now on: without `SMTP_URL` it keeps mails in its folder. Where the server has
 * a mail server of the test, it must be one of the file's own, which costs seconds of CPU.
 */
export function mailsOf({ folder }: { folder: string }): Mailbox {
  const kept = join(folder, 'mail');
  const known = new Set(namesIn(kept));
  const told = new Set<Mail>();
  const mails: Mail[] = [];
  const look = (): readonly Mail[] => {
    for (const name of namesIn(kept).filter((one) => !known.has(one))) {
      const { headers, ...mail } = parseMail('', [], readFileSync(join(kept, name), 'utf8'));
      // Half a message, which the server still writes.
      if (!headers.has('to')) continue;
      known.add(name);
      const [from = ''] = addressesIn(headers.get('from'));
      mails.push({ ...mail, headers, from, to: addressesIn(headers.get('to')) });
    }
    return mails;
  };
  const fits = (mail: Mail, to: string, subject: RegExp) =>
    mail.to.includes(to) && subject.test(mail.subject);
  return {
    get mails() {
      return look();
    },
    countTo: (to, subject = /^/) => look().filter((mail) => fits(mail, to, subject)).length,
    async waitFor(to, subject = /^/) {
      for (const until = Date.now() + PATIENCE_MS; Date.now() < until; await delay(30)) {
        const mail = look().find((one) => fits(one, to, subject) && !told.has(one));
        if (!mail) continue;
        told.add(mail);
        return mail;
      }
      throw new Error(`No mail to ${to} within ${PATIENCE_MS / 1000} s`);
    },
  };
}

/** Oldest first: their names are ids. */
const namesIn = (folder: string) => (existsSync(folder) ? readdirSync(folder).sort() : []);
const addressesIn = (header = '') => header.match(/[^\s<>,]+@[^\s<>,]+/g) ?? [];

/** Reads a plain-text message, or the text part of one that has an HTML part besides, and what is attached. */
export function parseMail(from: string, to: string[], raw: string): Mail {
  const [head = '', ...rest] = raw.split('\r\n\r\n');
  const headers = new Map(
    head
      .replace(/\r\n[ \t]+/g, ' ')
      .split('\r\n')
      .map((line) => [
        line.slice(0, line.indexOf(':')).toLowerCase(),
        line.slice(line.indexOf(':') + 1).trim(),
      ]),
  );
  const body = rest.join('\r\n\r\n');
  const [, kind, boundary] =
    /^multipart\/(alternative|mixed);.*boundary="([^"]+)"/.exec(headers.get('content-type') ?? '') ?? [];
  if (boundary) {
    const [, plain = '', html = '', ...more] = body
      .split(`--${boundary}`)
      .map((part) => part.replace(/^\r\n/, ''));
    if (kind === 'mixed') {
      const files = [html, ...more.slice(0, -1)].map((part) => part.split('\r\n\r\n'));
      return {
        ...parseMail(from, to, plain),
        raw,
        subject: headers.get('subject') ?? '',
        headers,
        attachments: files.map(([kept = '', bytes = '']) => ({
          head: kept.replace(/\r\n[ \t]+/g, ' '),
          contents: Buffer.from(bytes, 'base64'),
        })),
      };
    }
    const own = parseMail(from, to, plain);
    return {
      ...own,
      raw,
      subject: headers.get('subject') ?? '',
      headers,
      html: parseMail(from, to, html).text,
    };
  }
  const text = decodeBody(body, headers.get('content-transfer-encoding') ?? '7bit').replaceAll('\r\n', '\n');
  return {
    from,
    to,
    raw,
    subject: headers.get('subject') ?? '',
    headers,
    html: null,
    text,
    links: text.match(/https?:\/\/\S+/g) ?? [],
    attachments: [],
  };
}

function decodeBody(body: string, encoding: string): string {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8');
  if (encoding !== 'quoted-printable') return body;
  const bytes = body
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}
