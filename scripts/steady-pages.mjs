import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Their keys come in the order in which parallel work ended. */
const MANIFESTS = [
  'app-path-routes-manifest.json',
  'prerender-manifest.json',
  'server/app-paths-manifest.json',
];
const CLIENT_MANIFEST = /_client-reference-manifest\.js$/;

const digest = (name, hash) => createHash('sha256').update(`${name}\0${hash}`).digest();

/**
 * What Next otherwise draws at random for a build, from the hash of its sources, so that two builds are equal (decision
 * 532). None of it is a secret: the server has no server actions, and takes no drafts or revalidations from outside.
 * @param {string} hash of the sources, in hexadecimal digits
 * @returns {Record<string, string>} variables for `next build`
 */
export function fixedKeys(hash) {
  return {
    TALLYLEAF_BUILD: digest('build', hash).toString('hex').slice(0, 20),
    NEXT_SERVER_ACTIONS_ENCRYPTION_KEY: digest('actions', hash).toString('base64'),
  };
}

/**
 * Takes out of built pages what differs between two builds of the same sources: the keys of previews, and the order of keys
 * in manifests.
 * @param {string} folder `.next`
 * @param {string} hash of the sources
 */
export function settlePages(folder, hash) {
  const preview = {
    previewModeId: digest('preview', hash).toString('hex').slice(0, 32),
    previewModeSigningKey: digest('signing', hash).toString('hex'),
    previewModeEncryptionKey: digest('encryption', hash).toString('hex'),
  };
  for (const name of MANIFESTS) {
    const manifest = JSON.parse(readFileSync(join(folder, name), 'utf8'));
    writeJson(folder, name, sorted('preview' in manifest ? { ...manifest, preview } : manifest));
  }
  writeJson(folder, 'server/preview-props.json', preview);
  for (const name of readdirSync(join(folder, 'server/app'), { recursive: true })) {
    if (!CLIENT_MANIFEST.test(name)) continue;
    const path = join(folder, 'server/app', name);
    const text = readFileSync(path, 'utf8');
    const start = text.indexOf(']={') + ']='.length;
    const manifest = JSON.parse(text.slice(start).replace(/;\s*$/, ''));
    writeFileSync(path, text.slice(0, start) + JSON.stringify(sorted(manifest)));
  }
}

function writeJson(folder, name, value) {
  writeFileSync(join(folder, name), JSON.stringify(value, null, 2));
}

function sorted(value) {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, one]) => [key, sorted(one)]);
  return Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
