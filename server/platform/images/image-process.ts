import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** How long a program may work, with the start of its process. */
const WORK_MS = 15_000;
/** Far more than a WebP of the largest size has. */
const MAX_OUTPUT = 16 * 1024 * 1024;

/**
 * Runs a program on a picture in a process of its own: no request waits for it, and a decoder that fails takes nothing along.
 * @returns what it wrote; null when it failed, took too long or wrote too much
 */
export function runImageProgram(url: URL, args: readonly string[], contents: Buffer): Promise<Buffer | null> {
  const program = fileURLToPath(url);
  // From the sources, tsx has to be registered first.
  const options = program.endsWith('.ts') ? ['--import', 'tsx'] : [];
  const child = spawn(process.execPath, [...options, '--max-old-space-size=256', program, ...args], {
    env: { NODE_ENV: 'production' },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  return new Promise((resolve) => {
    const parts: Buffer[] = [];
    let received = 0;
    const settle = (output: Buffer | null) => {
      clearTimeout(limit);
      child.kill('SIGKILL');
      resolve(output);
    };
    const limit = setTimeout(() => settle(null), WORK_MS);
    child.stdout.on('data', (chunk: Buffer) => {
      received += chunk.length;
      if (received > MAX_OUTPUT) settle(null);
      else parts.push(chunk);
    });
    child.once('error', () => settle(null));
    child.once('close', (code) => settle(code === 0 ? Buffer.concat(parts) : null));
    // A program that ended early has told so by its exit code.
    child.stdin.on('error', () => {});
    child.stdin.end(contents);
  });
}
