import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { SOURCES } from '../../scripts/build.mjs';
import { ENV_NAMES, readEnv } from '../../server/kernel/env';
import { REPLACED, StartError } from '../../server/kernel/start-error';

const ROOT = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const { version } = JSON.parse(read('package.json')) as { version: string };

interface Service {
  image: string;
  command?: unknown;
  entrypoint?: unknown;
  environment?: Record<string, string | number>;
  read_only?: boolean;
  cap_drop?: string[];
  security_opt?: string[];
  stop_grace_period?: string;
}
const compose = parse(read('deploy/compose.yaml'), { merge: true }) as { services: Record<string, Service> };
const services = Object.entries(compose.services);
const ours = services.filter(([, { image }]) => image.startsWith('tallyleaf:'));

/** Compose's own `${NAME}`, `${NAME:-default}` and `${NAME:?message}`. */
const filled = (text: string, values: Record<string, string>) =>
  text.replaceAll(/\$\{(\w+)(?::-([^}]*)|:\?[^}]*)?\}/g, (_, name: string, otherwise?: string) => {
    return values[name] || (otherwise ?? '');
  });

const SECRETS = Object.fromEntries(
  ['AUTH_SECRET', 'POSTGRES_PASSWORD', 'POSTGRES_SUPERUSER_PASSWORD', 'S3_SECRET', 'BACKUP_KEY'].map(
    (name) => [name, '0123456789abcdef'.repeat(4)],
  ),
);
const exampleOf = (path: string) => [...read(path).matchAll(/^([A-Z0-9_]+)=/gm)].map(([, name]) => name);
const seconds = (text: string) => Number(/^(\d+)s$/.exec(text)?.[1]);

describe('compose.yaml', () => {
  test('has two web processes and a worker, whose environment the server takes', () => {
    const envs = ours.map(([, { environment = {} }]) => {
      for (const name of Object.keys(environment)) expect(ENV_NAMES).toContain(name);
      const entries = Object.entries(environment).map(([name, value]) => [
        name,
        filled(String(value), SECRETS),
      ]);
      return readEnv(Object.fromEntries(entries));
    });
    expect(envs.map(({ ROLE }) => ROLE)).toEqual(['web', 'web', 'worker', 'all']);
    const [web, , worker] = envs;
    expect(web).toMatchObject({ PUBLIC_URL: 'https://localhost', PORT: 3000, HOST: [] });
    expect(worker?.HEALTH_PORT).toBe(web?.METRICS_PORT);
    expect([web?.BACKUP_KEY, worker?.BACKUP_SCHEDULE]).toEqual([undefined, '30 3 * * *']);
  });

  test('asks for exactly the variables that its example lists', () => {
    const asked = new Set([...read('deploy/compose.yaml').matchAll(/\$\{(\w+):\?/g)].map(([, name]) => name));
    expect(exampleOf('deploy/compose.env.example')).toEqual(expect.arrayContaining([...asked]));
    expect(asked).toEqual(new Set(Object.keys(SECRETS)));
  });

  test('gives the server and what strangers reach a read-only root and no capabilities', () => {
    for (const [name, service] of services) {
      if (name === 'volumes' || name === 'base-backup') continue;
      expect(service, name).toMatchObject({ read_only: true, cap_drop: ['ALL'] });
      expect(service.security_opt, name).toEqual(['no-new-privileges:true']);
    }
  });

  test('lets requests and jobs in flight end', () => {
    for (const [, { stop_grace_period }] of ours) {
      expect(seconds(stop_grace_period ?? '')).toBeGreaterThanOrEqual(5 + 40);
    }
  });

  test('has Prometheus ask every process of the server', () => {
    const targets = /targets: \[([^\]]+)\]/.exec(read('deploy/compose.yaml'))?.[1]?.match(/[\w-]+:\d+/g);
    const running = ours.filter(([name]) => name !== 'cli');
    expect(targets).toEqual(
      running.map(
        ([name, { environment }]) => `${name}:${environment?.METRICS_PORT ?? environment?.HEALTH_PORT}`,
      ),
    );
    expect(existsSync(join(ROOT, 'deploy/monitoring/alerts.yml'))).toBe(true);
  });

  test('has Caddy forward to its web processes', () => {
    const upstreams = /\{\$UPSTREAMS:([^}]+)\}/.exec(read('deploy/Caddyfile'))?.[1]?.split(' ');
    const webs = ours.filter(([, { environment }]) => environment?.ROLE === 'web');
    expect(upstreams).toEqual(webs.map(([name]) => `${name}:3000`));
  });
});

describe('the chart', () => {
  const values = parse(read('deploy/helm/tallyleaf/values.yaml'));
  const templates = ['_names.tpl', 'web.yaml', 'worker.yaml', 'migration.yaml'].map((name) =>
    read(`deploy/helm/tallyleaf/templates/${name}`),
  );

  test('sets only variables that the server reads', () => {
    const set = templates.flatMap((text) => [...text.matchAll(/- (?:\{ )?name: ([A-Z][A-Z_]+)\b/g)]);
    const names = set.map(([, name]) => name ?? '').concat(Object.keys(values.environment));
    expect(names.length).toBeGreaterThan(10);
    // Two parts from which Kubernetes puts the replica's address together.
    const parts = ['DATABASE_OWNER', 'DATABASE_OWNER_PASSWORD'];
    expect(names.filter((name) => !ENV_NAMES.includes(name))).toEqual(parts);
  });

  test('is of the same version as the product', () => {
    const chart = parse(read('deploy/helm/tallyleaf/Chart.yaml'));
    expect([chart.version, chart.appVersion]).toEqual([version, version]);
    expect(read('deploy/compose.yaml')).toContain(`tallyleaf:\${TALLYLEAF_VERSION:-${version}}`);
  });
});

describe('the image', () => {
  const dockerfile = read('deploy/Dockerfile');

  test('runs as a user without rights, on the port that its variables name', () => {
    expect(dockerfile).toMatch(/^USER [1-9]\d*:[1-9]\d*$/m);
    const environment = Object.fromEntries(
      [...dockerfile.matchAll(/^\s*(?:ENV )?([A-Z_]+)=(\S+?)(?: \\)?$/gm)].map(([, name, value]) => [
        name,
        value,
      ]),
    );
    expect(environment.NODE_ENV).toBe('production');
    expect(environment.PORT).toBe(/^EXPOSE (\d+)$/m.exec(dockerfile)?.[1]);
    expect(dockerfile).toContain(`VOLUME ["${environment.DATA_DIR}"]`);
    expect(ENV_NAMES).toEqual(expect.arrayContaining(['PORT', 'DATA_DIR', 'NODE_ENV']));
  });

  test('is built from a list of files and folders, without secrets, data, tests or the history', () => {
    const [first, ...listed] = read('.dockerignore')
      .split('\n')
      .filter((line) => line && !line.startsWith('#'));
    expect(first).toBe('*');
    for (const line of listed) expect(line).toMatch(/^![a-zA-Z][\w./-]*$/);
    for (const name of ['tests', 'simulator', 'bench', 'node_modules', 'deploy'])
      expect(listed).not.toContain(`!${name}`);
  });

  test('gets everything that a build is made from', () => {
    const present = SOURCES.filter((path) => existsSync(join(ROOT, path))).map(
      (path) => `!${path.split('/', 1)[0]}`,
    );
    expect(present.length).toBeGreaterThan(8);
    expect(read('.dockerignore').split('\n')).toEqual(expect.arrayContaining(present));
  });

  test('is built and run on Node 24', () => {
    const stages = dockerfile.match(/^FROM .*/gm) ?? [];
    expect(stages.map((stage) => /^FROM \$\{NODE_IMAGE\} AS (\w+)$/.exec(stage)?.[1])).toEqual([
      'build',
      'run',
    ]);
    expect(dockerfile).toMatch(/^ARG NODE_IMAGE=\S+\/node:24\.\d+\.\d+-/m);
  });
});

test('the example for nginx takes TLS 1.2 and 1.3 alone', () => {
  expect(read('deploy/nginx.conf').match(/ssl_protocols [^;]+/g)).toEqual(['ssl_protocols TLSv1.2 TLSv1.3']);
});

test('every image of others is pinned by tag and digest', () => {
  const images = [
    /^ARG NODE_IMAGE=(\S+)$/m.exec(read('deploy/Dockerfile'))?.[1],
    parse(read('deploy/helm/tallyleaf/values.yaml')).database.image,
    ...services.map(([, { image }]) => image).filter((image) => !image.startsWith('tallyleaf:')),
  ];
  expect(images).toHaveLength(9);
  for (const image of images)
    expect(image).toMatch(/^[a-z0-9.-]+(?:\/[a-z0-9.-]+)+:[\w.-]+@sha256:[0-9a-f]{64}$/);
});

describe('tallyleaf.service', () => {
  const unit = read('deploy/tallyleaf.service');
  const settingOf = (name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(unit)?.[1] ?? '';

  test('is not restarted after a wrong environment, an unusable database or a replacement', () => {
    const codes = [2, new StartError('database', '').exitCode, REPLACED];
    expect(settingOf('RestartPreventExitStatus').split(' ').map(Number)).toEqual(codes);
    expect(settingOf('Restart')).toBe('on-failure');
  });

  test('sets only variables that the server or Next reads, and lets requests and jobs in flight end', () => {
    const names = settingOf('Environment')
      .split(' ')
      .map((part) => part.split('=', 1)[0] ?? '');
    expect(names.filter((name) => !ENV_NAMES.includes(name))).toEqual(['NEXT_TELEMETRY_DISABLED']);
    expect(Number(settingOf('TimeoutStopSec'))).toBeGreaterThanOrEqual(60 + 40);
  });
});
