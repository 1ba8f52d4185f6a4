import { execFileSync } from 'node:child_process';

/**
 * Installs packages of a test on Debian, and changes none that the machine has.
 * @throws Error when apt fails, or would upgrade or remove a package
 */
export function installPackages(packages: readonly string[]): void {
  const args = ['install', '--yes', '--no-upgrade', '--no-install-recommends', '--no-remove', ...packages];
  const plan = execFileSync('apt-get', ['--simulate', ...args], { encoding: 'utf8' });
  const changed = changedBy(plan);
  if (changed.length > 0) throw new Error(`apt-get would upgrade ${changed.join(', ')}`);
  execFileSync('apt-get', args, { stdio: 'ignore' });
}

/** Reads from a simulation which packages it would upgrade: their lines have the present version in brackets. */
export function changedBy(plan: string): string[] {
  return [...plan.matchAll(/^Inst (\S+) \[/gm)].map(([, name = '']) => name);
}
