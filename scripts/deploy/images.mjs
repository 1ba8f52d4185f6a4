import { join } from 'node:path';
import { ROOT } from '../process.mjs';

const FILES = ['deploy/Dockerfile', 'deploy/compose.yaml', 'deploy/helm/tallyleaf/values.yaml'];
const IMAGE = /((?:[a-z0-9.-]+\/)+[a-z0-9.-]+:[\w.-]+)@(sha256:[0-9a-f]{64})/g;

/**
 * The images of others that `deploy/` names, each with its tag and digest.
 * @param {(path: string, encoding: 'utf8') => string} read
 * @returns {Array<{ file: string, name: string, digest: string }>}
 */
export function imagesOf(read) {
  return FILES.flatMap((file) =>
    [...read(join(ROOT, file), 'utf8').matchAll(IMAGE)].map(([, name, digest]) => ({ file, name, digest })),
  );
}
