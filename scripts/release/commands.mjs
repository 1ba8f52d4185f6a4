import { execFileSync } from 'node:child_process';
import { ROOT } from '../process.mjs';

/** Bytes that a command prints; its messages go to the terminal. @throws Error when it fails */
export function commandOutput(command, args, { cwd = ROOT, input, env } = {}) {
  return execFileSync(command, args, {
    cwd,
    input,
    env: { ...process.env, ...env },
    stdio: [input ? 'pipe' : 'ignore', 'pipe', 'inherit'],
    maxBuffer: 1024 ** 3,
  });
}

/** Text that Git prints, without the last line break. @throws Error when it fails */
export function git(...args) {
  return commandOutput('git', args).toString('utf8').trimEnd();
}
