import { format, stripVTControlCharacters } from 'node:util';
import type { Logger } from 'pino';

/** Ways to print of a console, and the level that each is logged with. */
const LEVELS = {
  debug: 'debug',
  log: 'info',
  info: 'info',
  warn: 'warn',
  error: 'error',
  trace: 'debug',
} as const;

/**
 * Logs what libraries print by themselves (Next by the console, the AWS SDK and Node by warnings) as lines of the process's own log.
 * @param log of this process; fields `source` and, of a warning, `warning` say where a line is from
 */
export function logForeignLines(log: Logger): void {
  for (const [name, level] of Object.entries(LEVELS) as Array<[keyof typeof LEVELS, 'info']>) {
    console[name] = (...args: unknown[]) => {
      const err = args.find((arg) => arg instanceof Error);
      const text = stripVTControlCharacters(format(...args.filter((arg) => arg !== err))).trim();
      if (err || text) log[level]({ source: 'console', ...(err && { err }) }, text || 'an error was printed');
    };
  }
  process.removeAllListeners('warning');
  process.on('warning', ({ name, message }) => {
    log.warn({ source: 'node', warning: name }, message);
  });
}
