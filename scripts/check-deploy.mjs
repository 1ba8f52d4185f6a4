import { ensureInstalled } from './ensure-installed.mjs';
import { fail } from './process.mjs';

/**
 * Checks what `deploy/` holds with the tools that read it: `npm run check:deploy -- [--install] [NAME…]`. A check whose
 * tool is missing is skipped, and says so; `--install` adds the tools first.
 */
try {
  await ensureInstalled();
  const { CHECKS } = await import('./deploy/checks.mjs');
  const names = process.argv.slice(2).filter((option) => option !== '--install');
  const unknown = names.find((name) => !CHECKS[name]);
  if (unknown) throw new Error(`There is no check "${unknown}": ${Object.keys(CHECKS).join(', ')}.`);
  if (process.argv.includes('--install')) await (await import('./deploy/tools.mjs')).install();

  const results = [];
  for (const [name, { says, needs, check }] of Object.entries(CHECKS)) {
    if (names.length > 0 && !names.includes(name)) continue;
    const missing = needs();
    if (missing.length > 0) {
      results.push({ name, says, state: 'SKIPPED', why: `needs ${missing.join(', ')}` });
      continue;
    }
    process.stderr.write(`\n${name}: ${says}\n`);
    try {
      await check();
      results.push({ name, says, state: 'holds' });
    } catch (error) {
      results.push({ name, says, state: 'FAILS', why: error.message });
    }
  }
  process.stdout.write('\n');
  for (const { name, says, state, why } of results) {
    process.stdout.write(`${state.padEnd(8)} ${name.padEnd(9)} ${says}${why ? ` (${why})` : ''}\n`);
  }
  const count = (state) => results.filter((result) => result.state === state).length;
  if (count('SKIPPED') > 0) process.stdout.write('-- --install adds every tool but docker buildx\n');
  process.stdout.write(`${count('holds')} passed, ${count('FAILS')} failed, ${count('SKIPPED')} skipped\n`);
  process.exitCode = count('FAILS') === 0 ? 0 : 1;
} catch (error) {
  fail(error);
}
