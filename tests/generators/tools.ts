import { execFile, execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';

const PYPI = [
  'openapi-generator-cli==7.26.0',
  'openapi-python-client==0.29.1',
  'datamodel-code-generator==0.89.0',
  'pydantic[email]==2.14.3',
  // What the client of openapi-generator imports besides.
  'urllib3',
  'python-dateutil',
];
const OAPI_CODEGEN = 'github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2';

/** Kept between runs: the installation takes minutes. */
const folder = join(tmpdir(), 'tallyleaf-generators');
const bin = join(folder, 'bin');
const venv = join(folder, 'venv/bin');
const environment = {
  ...process.env,
  PATH: [venv, bin, process.env.PATH].join(delimiter),
  GOBIN: bin,
  GOPATH: join(folder, 'go'),
  GOFLAGS: '-mod=mod -modcacherw',
};

/** Runs a command to its end. Returns its standard output. @throws Error with all of its output unless it succeeds */
export async function run(
  cwd: string,
  command: string,
  args: string[],
  env: Record<string, string> = {},
): Promise<string> {
  const options = { cwd, env: { ...environment, ...env }, maxBuffer: 64 * 1024 * 1024 };
  const { stdout } = await promisify(execFile)(command, args, options).catch((failure) => {
    throw new Error(`${command} ${args.join(' ')}\n${failure.stdout}${failure.stderr}`.slice(-8000));
  });
  return stdout;
}

/** Returns why a case can't run, '' when the machine has all of its commands. */
export function missing(...commands: string[]): string {
  const absent = commands.filter((command) => !isInstalled(command));
  return absent.length > 0 ? `not installed: ${absent.join(', ')}` : '';
}

function isInstalled(command: string): boolean {
  try {
    execFileSync('/bin/sh', ['-c', `command -v ${command}`], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** Installs the generators that come from PyPI and as Go modules, as far as the machine has Python and Go. */
export async function installGenerators(): Promise<void> {
  await mkdir(bin, { recursive: true });
  if (!missing('python3') && !existsSync(join(venv, 'datamodel-codegen'))) {
    await run(folder, 'python3', ['-m', 'venv', 'venv']);
    await run(folder, 'pip', ['install', '--quiet', ...PYPI]);
  }
  if (!missing('go') && !existsSync(join(bin, 'oapi-codegen'))) {
    await run(folder, 'go', ['install', OAPI_CODEGEN]);
  }
}
