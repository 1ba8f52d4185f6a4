import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fail, ROOT } from './process.mjs';
import { advisoriesOf, judge } from './trust/advisories.mjs';

// Continuous integration runs this (.github/workflows/dependencies.yml): it asks the registry, so `npm test` doesn't.
try {
  const accepted = JSON.parse(readFileSync(join(ROOT, '.github/advisories.json'), 'utf8'));
  const audit = read();
  if (!audit.vulnerabilities) {
    process.stdout.write(
      `not measured: this registry serves no advisories (${audit.message ?? audit.error?.summary})\n`,
    );
  } else {
    const { open, expired, unused } = judge(
      advisoriesOf(audit),
      accepted,
      new Date().toISOString().slice(0, 10),
    );
    for (const one of open)
      process.stdout.write(`OPEN     ${one.id} ${one.severity} ${one.package}: ${one.title}\n`);
    for (const one of expired)
      process.stdout.write(`EXPIRED  ${one.id} ${one.package}, accepted until ${one.expires}\n`);
    for (const one of unused)
      process.stdout.write(`UNUSED   ${one.id} ${one.package}: remove it from the list\n`);
    process.stdout.write(`${open.length} open, ${accepted.length - expired.length} accepted\n`);
    process.exitCode = open.length + expired.length === 0 ? 0 : 1;
  }
} catch (error) {
  fail(error);
}

/** npm's exit code is 1 both with advisories and without an endpoint; its text tells them apart. */
function read() {
  try {
    return JSON.parse(
      execFileSync('npm', ['audit', '--json', '--omit=dev'], { cwd: ROOT, encoding: 'utf8', stdio: 'pipe' }),
    );
  } catch (error) {
    if (!error.stdout) throw error;
    return JSON.parse(error.stdout);
  }
}
