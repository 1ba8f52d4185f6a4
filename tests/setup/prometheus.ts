import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { findFreePort } from '../../server/platform/embedded-postgres/postmaster';
import { shortenedRules } from './alert-rules';
import { eventually } from './eventually';

/** Debian's prometheus; `npm run test:alerts` says how to install it. */
const isInstalled = !spawnSync('prometheus', ['--version']).error;

const PATIENCE = { patienceMs: 180_000, everyMs: 250 };

/** A test that needs Prometheus, and minutes. Where it isn't installed, the test begins and skips itself: else no hook of its file would run. */
export function watched(name: string, work: () => Promise<void>): void {
  test(
    name,
    async ({ skip }) => {
      skip(!isInstalled, 'Prometheus is not installed');
      await work();
    },
    3 * PATIENCE.patienceMs,
  );
}

interface Watch {
  /** What fires, each once, in alphabetical order. */
  firing(): Promise<string[]>;
  /** Waits until an alert fires, alone but for what its cause may fire `beside` it. @throws Error after three minutes */
  fires(alert: string, beside?: readonly string[]): Promise<void>;
  /** Waits until an alert doesn't fire any more; without one, until none does. @throws Error after three minutes */
  ends(alert?: string): Promise<void>;
}

/**
 * Debian's Prometheus with the rules of deploy/monitoring, in less time; it looks every second and ends with the file. No process
 * needs to serve yet.
 * @param ports of /metrics
 */
export async function openPrometheus(ports: readonly number[]): Promise<Watch> {
  const web = await findFreePort();
  if (isInstalled) await start(web, ports);
  const ask = async <T>(path: string): Promise<T> => {
    const response = await fetch(`http://127.0.0.1:${web}/api/v1/${path}`);
    return ((await response.json()) as { data: T }).data;
  };
  const firing = async () => {
    const { alerts } = await ask<{ alerts: { state: string; labels: { alertname: string } }[] }>('alerts');
    const names = alerts.filter(({ state }) => state === 'firing').map(({ labels }) => labels.alertname);
    return [...new Set(names)].sort();
  };
  return {
    firing,
    fires: (alert, beside = []) =>
      eventually(
        firing,
        (names) => expect(names.filter((name) => !beside.includes(name))).toEqual([alert]),
        PATIENCE,
      ),
    ends: (alert) =>
      eventually(
        firing,
        (names) => (alert ? expect(names).not.toContain(alert) : expect(names).toEqual([])),
        PATIENCE,
      ),
  };
}

async function start(web: number, ports: readonly number[]): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'tallyleaf-alerts-'));
  // JSON is YAML.
  const rules = join(folder, 'rules.json');
  await writeFile(rules, JSON.stringify(shortenedRules()));
  const config = {
    global: { scrape_interval: '1s', evaluation_interval: '1s' },
    rule_files: [rules],
    scrape_configs: [
      {
        job_name: 'tallyleaf',
        static_configs: [{ targets: ports.map((port) => `127.0.0.1:${port}`) }],
      },
    ],
  };
  await writeFile(join(folder, 'prometheus.json'), JSON.stringify(config));
  const child = spawn(
    'prometheus',
    [
      `--config.file=${join(folder, 'prometheus.json')}`,
      `--storage.tsdb.path=${join(folder, 'series')}`,
      `--web.listen-address=127.0.0.1:${web}`,
    ],
    { stdio: 'ignore' },
  );
  afterAll(async () => {
    child.kill('SIGTERM');
    if (child.exitCode === null) await once(child, 'exit');
    await rm(folder, { recursive: true, force: true });
  });
  const isReady = () =>
    fetch(`http://127.0.0.1:${web}/-/ready`).then(
      ({ status }) => status,
      () => 0,
    );
  await eventually(isReady, (status) => expect(status).toBe(200), { patienceMs: 60_000 });
}
