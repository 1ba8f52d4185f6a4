import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './process.mjs';

/** Next makes new keys when these are older. */
const NEVER = Date.UTC(2100, 0);

/**
 * What Next otherwise draws at random for a build, from the hash of its sources, so that two builds are equal (decision
 * 532). None of it is a secret: the server has no server actions, and takes no drafts or revalidations from outside.
 * @param {string} hash of the sources, in hexadecimal digits
 * @returns {Record<string, string>} variables for `next build`
 */
export function fixedKeys(hash) {
  const digest = (name) => createHash('sha256').update(`${name}\0${hash}`).digest();
  const cache = join(ROOT, '.next/cache');
  mkdirSync(cache, { recursive: true });
  const preview = {
    previewModeId: digest('preview').toString('hex').slice(0, 32),
    previewModeSigningKey: digest('signing').toString('hex'),
    previewModeEncryptionKey: digest('encryption').toString('hex'),
    expireAt: NEVER,
  };
  writeFileSync(join(cache, '.previewinfo'), JSON.stringify(preview));
  return {
    TALLYLEAF_BUILD: digest('build').toString('hex').slice(0, 20),
    NEXT_SERVER_ACTIONS_ENCRYPTION_KEY: digest('actions').toString('base64'),
  };
}
