import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureInstalled } from './ensure-installed.mjs';
import { fail, ROOT } from './process.mjs';
import { pack, sha256, writeSums } from './release/archive.mjs';
import { assemble, extractSources } from './release/assemble.mjs';
import { licensesOf, licenseText, steadyBill } from './release/bill.mjs';
import { commandOutput, git } from './release/commands.mjs';
import { binariesOf, changesOf, notes } from './release/notes.mjs';

/**
 * Makes a release of what is committed, in `dist/release/VERSION`: sources, sources with the build, bill of materials,
 * licenses, checksums and notes. With `--twice` it builds in a second folder, too, and fails when a byte differs.
 */
const readJson = (path) => JSON.parse(readFileSync(join(ROOT, path), 'utf8'));

async function buildIn(work, name, seconds, target) {
  const sources = join(work, 'sources');
  extractSources(sources);
  await assemble(sources, join(work, 'built', name));
  await pack(join(work, 'built', name), name, seconds, target);
}

async function release({ twice }) {
  if (git('status', '--porcelain') !== '') throw new Error('Commit your changes first.');
  const { name: product, version } = readJson('package.json');
  const commit = git('rev-parse', 'HEAD');
  const seconds = Number(git('log', '-1', '--format=%ct'));
  const name = `${product}-${version}`;
  const folder = join(ROOT, 'dist/release', version);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const work = realpathSync(mkdtempSync(join(tmpdir(), 'release-')));
  try {
    extractSources(join(work, 'archive'));
    await pack(join(work, 'archive'), name, seconds, join(folder, `${name}-source.tar.gz`));

    const bill = billOf(product, seconds);
    writeFileSync(join(folder, `${name}.cdx.json`), `${JSON.stringify(bill, null, 2)}\n`);
    const licenses = licensesOf(bill, readJson('.github/licenses.json'));
    const forbidden = licenses.filter(({ isAllowed }) => !isAllowed);
    if (forbidden.length > 0) {
      throw new Error(`not allowed: ${forbidden.map((one) => `${one.name} (${one.license})`).join(', ')}`);
    }
    writeFileSync(join(folder, `${name}-licenses.txt`), licenseText(licenses));

    const built = join(folder, `${name}-built.tar.gz`);
    await buildIn(join(work, 'first'), name, seconds, built);
    if (twice) {
      const again = join(work, 'again.tar.gz');
      await buildIn(join(work, 'another-folder'), name, seconds, again);
      const sums = [await sha256(built), await sha256(again)];
      process.stdout.write(`first build   ${sums[0]}\nsecond build  ${sums[1]}\n`);
      if (sums[0] !== sums[1]) {
        const [one, other] = ['first', 'another-folder'].map((part) => join(work, part, 'built'));
        commandOutput('sh', ['-c', `diff -rq "$0" "$1" >&2 || true`, one, other]);
        throw new Error('The two builds differ.');
      }
    }

    const sums = await writeSums(
      folder,
      ['-source.tar.gz', '-built.tar.gz', '.cdx.json', '-licenses.txt'].map((end) => name + end),
    );
    const changes = changesOf(readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8'), version);
    const binaries = binariesOf(readJson('package-lock.json'));
    writeFileSync(
      join(folder, 'NOTES.md'),
      notes({ version, commit, node: process.versions.node, changes, binaries, sums }),
    );
    process.stdout.write(`${sums}${folder}\n`);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

function billOf(name, seconds) {
  const options = ['--package-lock-only', '--omit=dev', '--sbom-format=cyclonedx'];
  const text = commandOutput('npm', ['sbom', ...options]).toString('utf8');
  return steadyBill(text, { name, time: new Date(seconds * 1000).toISOString() });
}

try {
  await ensureInstalled();
  await release({ twice: process.argv.includes('--twice') });
} catch (error) {
  fail(error);
}
