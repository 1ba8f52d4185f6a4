import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import type { Logger } from 'pino';
import type { Env } from '../../kernel/env';
import { newId } from '../../kernel/ids';
import type { Mailer, Message } from '../../kernel/mail';
import { makeFolder } from '../data-dir';
import { begin, count } from '../metrics/metrics';
import { inSpan } from '../tracing/trace';

const TIMEOUT_MS = 20_000;

/**
 * Creates the mailer for SMTP_URL. Without it, messages are kept as `.eml` files in the data folder. Their links sign
 * people in, so none is logged.
 */
export function openMailer(
  env: Pick<Env, 'SMTP_URL' | 'MAIL_FROM' | 'DATA_DIR' | 'PUBLIC_URL'>,
  log: Logger,
): Mailer {
  const from = env.MAIL_FROM ?? `Tallyleaf <no-reply@${new URL(env.PUBLIC_URL).hostname}>`;
  const mailer = env.SMTP_URL
    ? smtpMailer(env.SMTP_URL, from)
    : folderMailer(join(env.DATA_DIR, 'mail'), from, log);
  begin('mails', [{ outcome: 'failed' }]);
  // Neither addresses nor subjects: they name people.
  const counted = async (message: Message) => {
    try {
      await mailer.send(message);
    } catch (error) {
      count('mails', { outcome: 'failed' });
      throw error;
    }
    count('mails', { outcome: env.SMTP_URL ? 'sent' : 'kept' });
  };
  return { send: (message) => inSpan('send mail', { kind: 'client' }, () => counted(message)) };
}

function smtpMailer(url: string, from: string): Mailer {
  const timeouts = { connectionTimeout: TIMEOUT_MS, greetingTimeout: TIMEOUT_MS, socketTimeout: TIMEOUT_MS };
  const transport = createTransport({ url, ...timeouts }, { from });
  return {
    async send(message) {
      await transport.sendMail(message);
    },
  };
}

function folderMailer(folder: string, from: string, log: Logger): Mailer {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' }, { from });
  return {
    async send(message: Message) {
      const { message: bytes } = await transport.sendMail(message);
      await makeFolder(folder);
      const path = join(folder, `${newId()}.eml`);
      await writeFile(path, bytes as Buffer, { mode: 0o600 });
      log.warn({ path }, 'mail kept: SMTP_URL is not set');
    },
  };
}
