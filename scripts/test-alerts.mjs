import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { ROOT } from './process.mjs';

/** Checks the alert rules: their form, what each fires for, and that none fires while all is well. */
const folder = join(ROOT, 'deploy/monitoring');
const CHECKS = [
  ['check', 'config', 'prometheus.yml'],
  ['test', 'rules', 'alerts.test.yml'],
];
if (spawnSync('promtool', ['--version']).error) {
  process.stderr.write(
    'SKIPPED: promtool is not installed (Debian: apt-get install prometheus). Not checked: the form of the alert rules, and what each fires for.\n',
  );
} else {
  const failed = CHECKS.filter(
    (check) => spawnSync('promtool', check, { cwd: folder, stdio: 'inherit' }).status !== 0,
  );
  process.exitCode = failed.length > 0 ? 1 : 0;
}
