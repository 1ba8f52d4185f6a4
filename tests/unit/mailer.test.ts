import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openMailer } from '../../server/platform/mail/mailer';
import { openMailServer, parseMail } from '../setup/mail';

const LONG_LINK = `https://tallyleaf.test/reset-password/${'aB3-_'.repeat(9)}`;
const message = {
  to: 'buyer@dispensary.test',
  subject: 'Une clé — pour vous',
  text: `Hello,\n\nchoose it here:\n${LONG_LINK}\n\nBjörn\n`,
};
const env = { MAIL_FROM: undefined, PUBLIC_URL: 'https://tallyleaf.test:8443' };
const post = await openMailServer();
const lines: string[] = [];
const log = pino({}, { write: (line: string) => void lines.push(line) });

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tallyleaf-mail-'));
  return () => rm(folder, { recursive: true, force: true });
});

describe('without SMTP_URL', () => {
  const kept = async () => {
    const [name = ''] = await readdir(join(folder, 'mail'));
    return join(folder, 'mail', name);
  };

  test('keeps a message as an .eml file that mail programs open, readable by its owner only', async () => {
    await openMailer({ ...env, SMTP_URL: undefined, DATA_DIR: folder }, log).send(message);
    const path = await kept();
    expect(path).toMatch(/\.eml$/);
    const raw = await readFile(path, 'utf8');
    expect(raw).toContain('From: Tallyleaf <no-reply@tallyleaf.test>\r\n');
    expect(raw).toContain(`To: ${message.to}\r\n`);
    expect(raw.replaceAll('\r\n', '')).not.toContain('\n');
    const { text, links } = parseMail('', [message.to], raw);
    expect(text).toBe(message.text);
    expect(links).toEqual([LONG_LINK]);
    if (process.platform !== 'win32') expect((await stat(path)).mode & 0o777).toBe(0o600);
  });

  test('logs where it is, and neither its address nor its links', async () => {
    const line = lines.at(-1) ?? '{}';
    expect(JSON.parse(line)).toMatchObject({ path: await kept() });
    expect(line).not.toContain(message.to);
    expect(line).not.toMatch(/https?:|reset-password/);
  });
});

describe('with SMTP_URL', () => {
  const smtp = { ...env, ...post.env, DATA_DIR: '/nowhere' };
  afterAll(() => {
    post.refusing = false;
  });

  test('delivers a message to the mail server with links intact', async () => {
    await openMailer({ ...smtp, MAIL_FROM: 'Post <post@tallyleaf.test>' }, log).send(message);
    const mail = await post.waitFor(message.to);
    expect(mail).toMatchObject({ from: 'post@tallyleaf.test', text: message.text, links: [LONG_LINK] });
    expect(mail.raw).toContain('From: Post <post@tallyleaf.test>');
  });

  test('throws when the mail server rejects it or is not there', async () => {
    post.refusing = true;
    await expect(openMailer(smtp, log).send(message)).rejects.toThrow('Try again later');
    const nobody = { ...smtp, SMTP_URL: 'smtp://127.0.0.1:1' };
    await expect(openMailer(nobody, log).send(message)).rejects.toThrow();
  });
});
