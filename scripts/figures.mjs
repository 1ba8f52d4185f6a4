import { ensureInstalled } from './ensure-installed.mjs';
import { FIGURES } from './figures/list.mjs';
import { measure } from './figures/measure.mjs';
import { fail, ROOT } from './process.mjs';

const numbers = process.argv.slice(2);
const unknown = numbers.find((number) => !FIGURES[number]);
if (unknown || numbers.length === 0) {
  const lines = Object.entries(FIGURES).map(([number, { says }]) => `  ${number.padStart(2)}  ${says}`);
  fail(
    `${unknown ? `There is no figure "${unknown}".\n` : ''}usage: npm run figures -- N…\n${lines.join('\n')}`,
  );
}
process.chdir(ROOT);
await ensureInstalled();
const lines = [];
const count = { holds: 0, fails: 0, 'not measured': 0 };
for (const number of numbers) {
  const { outcome, why, seconds } = await measure(number);
  count[outcome] += 1;
  lines.push(
    `${outcome.padEnd(12)}  ${number.padStart(2)}  ${FIGURES[number].says} (${why || `${seconds} s`})`,
  );
}
process.stdout.write(`${lines.join('\n')}\n${count.holds} passed, ${count.fails} failed\n`);
process.exitCode = count.fails === 0 ? 0 : 1;
