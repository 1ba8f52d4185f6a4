import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { findFreePort } from '../../../server/platform/embedded-postgres/postmaster';
import { expectNoFindings } from '../axe';
import { expect, test } from '../support';

let folder: string;
let server: ChildProcess;
let link: string;

test.beforeAll(async () => {
  test.setTimeout(300_000);
  folder = await mkdtemp(join(tmpdir(), 'tallyleaf-setup-'));
  const { PATH = '', HOME = tmpdir() } = process.env;
  const env = {
    PATH,
    HOME,
    PORT: String(await findFreePort()),
    DATA_DIR: folder,
    DEMO: '0',
    LOG_LEVEL: 'warn',
  };
  server = spawn(process.execPath, ['scripts/start.mjs'], {
    cwd: resolve(import.meta.dirname, '../../..'),
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...env, NODE_ENV: 'production' },
  });
  link = await new Promise((done, fail) => {
    let output = '';
    server.stdout?.on('data', (chunk) => {
      output += String(chunk);
      const found = /http:\S+\/setup\/[\w-]{43}/.exec(output)?.[0];
      if (found) done(found);
    });
    server.once('exit', (code) => fail(new Error(`The server ended with ${code}: ${output}`)));
  });
});

test.afterAll(async () => {
  const exited = new Promise((done) => server.once('exit', done));
  if (server.exitCode === null && server.kill('SIGINT')) await exited;
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

test('creates a business and its owner once by the link of an empty server', { tag: '@full' }, async ({
  page,
}) => {
  await page.goto(link.replace(/[\w-]{43}$/, 'x'.repeat(43)));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This link doesn’t work');

  await page.goto(link);
  await expect(page).toHaveTitle('Setup · Tallyleaf');
  await expect(page.getByText('8 to 128 characters')).toBeVisible();
  await expectNoFindings(page, 'the setup');
  const submit = page.getByRole('button', { name: 'Create business' });
  await submit.click();
  await expect(page.getByText('Enter the legal name')).toBeVisible();

  const values = {
    Name: 'Harbor & Pine',
    'Legal name': 'Harbor & Pine LLC',
    'License number': 'C10-0000412-LIC',
    'License expires (optional)': '2030-12-31',
    'Location name': 'Downtown',
    Street: '1911 Broadway',
    City: 'Oakland',
    'ZIP code': '94612',
    'Your name': 'Maya Alvarez',
    Email: 'maya@harborpine.test',
    Password: 'password123',
  };
  for (const [label, value] of Object.entries(values)) {
    await page.getByLabel(label, { exact: true }).fill(value);
  }
  await page.getByLabel('State').selectOption('CA');
  await submit.click();
  await expect(page.getByText('most common passwords')).toBeVisible();
  await page.getByLabel('Password', { exact: true }).fill('the tide comes in at noon');
  await submit.click();
  await page.waitForURL((url) => url.pathname === '/');
  await expect(page.getByRole('button', { name: 'Account of Maya Alvarez' })).toBeVisible();

  await page.context().clearCookies();
  await page.goto(link);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This link has been used');
});
