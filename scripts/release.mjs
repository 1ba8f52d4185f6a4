import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureInstalled } from './ensure-installed.mjs';
import { fail, ROOT } from './process.mjs';
import { pack, sha256, writeSums } from './release/archive.mjs';
import { assemble, extractSources } from './release/assemble.mjs';
import { licensesOf, licenseText, steadyBill } from './release/bill.mjs';
import { changesOf, moveNotes } from './release/changes.mjs';
import { commandOutput, git } from './release/commands.mjs';
import { binariesOf, notes } from './release/notes.mjs';
import { sourceOf } from './release/source.mjs';

/**
 * Makes a release of what is committed, in `dist/release/VERSION`: sources, sources with the build, bill of materials,
 * licenses, checksums and notes. With `--twice` it builds a second time and fails when a byte differs. `--snapshot` makes
 * the same of any commit, named by its first eight digits. With `--changes` it only moves the notes of `changes/` into CHANGELOG.md, which is committed before the release is made.
 */
const readJson = (path) => JSON.parse(readFileSync(join(ROOT, path), 'utf8'));

/** Always in the same folder: Next hashes the paths of modules into their ids (decision 532). */
async function buildOnce({ name, commit, seconds }, built, target) {
  const sources = `/tmp/${name}-build`;
  try {
    mkdirSync(sources);
  } catch {
    throw new Error(`Remove ${sources} first: another release is being built there, or one was interrupted.`);
  }
  try {
    extractSources(sources, commit);
    await assemble(sources, built);
    await pack(built, name, seconds, target);
  } finally {
    rmSync(sources, { recursive: true, force: true });
  }
}

async function release({ version, commit }, { twice }) {
  const { name: product, version: base } = readJson('package.json');
  const seconds = Number(git('log', '-1', '--format=%ct', commit));
  const name = `${product}-${version}`;
  const folder = join(ROOT, 'dist/release', version);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const work = realpathSync(mkdtempSync(join(tmpdir(), 'release-')));
  try {
    extractSources(join(work, 'archive'), commit);
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
    await buildOnce({ name, commit, seconds }, join(work, 'first'), built);
    if (twice) {
      const again = join(work, 'again.tar.gz');
      await buildOnce({ name, commit, seconds }, join(work, 'second'), again);
      const sums = [await sha256(built), await sha256(again)];
      process.stdout.write(`first build   ${sums[0]}\nsecond build  ${sums[1]}\n`);
      if (sums[0] !== sums[1]) {
        commandOutput('sh', ['-c', 'diff -rq first second >&2 || true'], { cwd: work });
        throw new Error('The two builds differ.');
      }
    }

    const sums = await writeSums(
      folder,
      ['-source.tar.gz', '-built.tar.gz', '.cdx.json', '-licenses.txt'].map((end) => name + end),
    );
    const changes = changesOf(base);
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
  if (process.argv.includes('--changes')) {
    moveNotes();
  } else {
    const source = sourceOf({ snapshot: process.argv.includes('--snapshot') });
    await ensureInstalled();
    await release(source, { twice: process.argv.includes('--twice') });
  }
} catch (error) {
  fail(error);
}
