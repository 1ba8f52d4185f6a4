import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants, setPriority } from 'node:os';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';

/** The build has the program beside the server's. */
const PROGRAM = fileURLToPath(
  new URL(import.meta.url.endsWith('.ts') ? './cli.ts' : './cli.js', import.meta.url),
);

/**
 * Runs commands of the operator in processes of their own, after whatever else the machine has to do: no request waits
 * while a database is compressed or verified. SIGTERM ends one when this process stops.
 */
export function commandRunner(log: Logger) {
  return async (args: readonly string[], stopping: AbortSignal): Promise<void> => {
    const options = PROGRAM.endsWith('.ts') ? ['--import', 'tsx'] : [];
    const child = spawn(process.execPath, [...options, PROGRAM, ...args], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const stop = () => child.kill('SIGTERM');
    stopping.addEventListener('abort', stop);
    try {
      if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW);
      const [stdout, stderr, [code]] = await Promise.all([
        text(child.stdout),
        text(child.stderr),
        once(child, 'exit') as Promise<[number | null]>,
      ]);
      const command = args.join(' ');
      if (code !== 0)
        throw new Error(`${command} failed (${code ?? 'killed'}): ${stderr.trim().slice(-2_000)}`);
      log.info({ command, output: stdout.trim().slice(-2_000) }, 'command done');
    } finally {
      stopping.removeEventListener('abort', stop);
    }
  };
}
