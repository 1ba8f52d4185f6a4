import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { isCommonPassword } from '../../features/auth/password/passwords';
import { PASSWORD_LENGTH } from '../../features/auth/password-length';
import { type Holder, isContextWord } from '../../features/auth/sign-in/context-words';
import { type CommandContext, CommandError, UsageError } from './command';

/**
 * Reads a new password: from standard input with `--password-stdin`, else twice from the terminal without echo.
 * @throws UsageError without either, CommandError when its length is wrong, it is common or a context word, or the two entries differ
 */
export async function readPassword(
  { in: input, out, err, json }: Pick<CommandContext, 'in' | 'out' | 'err' | 'json'>,
  fromStdin: boolean,
  holder: Holder,
): Promise<string> {
  if (fromStdin) return checked((await readAll(input)).replace(/\r?\n$/, ''), holder);
  if (!input.isTTY)
    throw new UsageError('there is no terminal to ask for the password at; use --password-stdin');
  const to = json ? err : out;
  const password = await checked(await ask(input, to, 'Password: '), holder);
  if ((await ask(input, to, 'Again: ')) !== password) throw new CommandError('the passwords differ');
  return password;
}

async function checked(password: string, holder: Holder): Promise<string> {
  const { min, max } = PASSWORD_LENGTH;
  const length = [...password].length;
  if (length < min || length > max) {
    throw new CommandError(`the password must have ${min} to ${max} characters`);
  }
  if (await isCommonPassword(password)) throw new CommandError('the password is one of the most common ones');
  if (isContextWord(password, holder)) {
    throw new CommandError('the password is the name of Tallyleaf, the business or the owner, or the email');
  }
  return password;
}

async function readAll(input: NodeJS.ReadStream): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of input) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString('utf8');
}

async function ask(input: NodeJS.ReadStream, out: NodeJS.WriteStream, question: string): Promise<string> {
  out.write(question);
  const unseen = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input, output: unseen, terminal: true });
  const given = new AbortController();
  lines.once('SIGINT', () => given.abort());
  try {
    return await lines.question('', { signal: given.signal });
  } catch {
    throw new CommandError('given up');
  } finally {
    lines.close();
    out.write('\n');
  }
}
