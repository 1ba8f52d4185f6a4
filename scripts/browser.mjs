import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { fail, installed, isMain, run } from './process.mjs';

const execute = promisify(execFile);

/** The shell first: without windows, an address bar and extensions the tests take a fifth less of the CPU. */
const SYSTEM_NAMES = [
  'chromium-headless-shell',
  ...['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'],
];
const SYSTEM_PATHS = ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'];
const INSTALL_LIMIT_MS = 120_000;

/**
 * Finds a Chromium for the browser tests: Playwright's own, else the system's, else a newly installed one.
 * @returns {Promise<{ executablePath: string }>}
 * @throws Error when there is none and none can be installed
 */
export async function findBrowser() {
  const { chromium } = await import('@playwright/test');
  const own = chromium.executablePath();
  if (await works(own)) return { executablePath: own };
  const present = await findSystemBrowser();
  if (present) return { executablePath: present };

  process.stderr.write('no Chromium found: installing one\n');
  await run(installed('playwright'), ['install', 'chromium'], {
    env: { PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: '10000' },
    timeoutMs: INSTALL_LIMIT_MS,
  });
  if (await works(own)) return { executablePath: own };

  if (process.getuid?.() === 0 && existsSync('/etc/debian_version')) {
    const env = { DEBIAN_FRONTEND: 'noninteractive' };
    await run('apt-get', ['update', '-qq'], { env });
    await run(
      'apt-get',
      ['install', '-y', '-qq', '--no-install-recommends', 'chromium', 'fonts-liberation'],
      { env },
    );
    const added = await findSystemBrowser();
    if (added) return { executablePath: added };
  }
  throw new Error(
    'The browser tests need Chromium, and none could be installed: install it and run them again.',
  );
}

async function findSystemBrowser() {
  const folders = (process.env.PATH ?? '').split(delimiter);
  const paths = SYSTEM_NAMES.flatMap((name) => folders.map((folder) => join(folder, name)));
  for (const path of [...paths, ...SYSTEM_PATHS]) {
    if (await works(path)) return path;
  }
  return undefined;
}

/** Runs it, because libraries may be missing, and Ubuntu's `chromium-browser` only points to a snap. */
async function works(path) {
  if (!existsSync(path)) return false;
  try {
    await execute(path, ['--version'], { timeout: 20_000 });
    return true;
  } catch {
    return false;
  }
}

if (isMain(import.meta)) {
  try {
    process.stdout.write(`${(await findBrowser()).executablePath}\n`);
  } catch (error) {
    fail(error);
  }
}
