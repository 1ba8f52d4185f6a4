import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Finds a folder of the source tree: compiled code runs from `dist/`, source from its own place.
 * @param path from the root of the repository
 * @throws Error when it is missing
 */
export function sourceFolder(path: string): string {
  for (let folder = dirname(fileURLToPath(import.meta.url)); ; folder = dirname(folder)) {
    const candidate = join(folder, path);
    if (existsSync(candidate)) return candidate;
    if (folder === dirname(folder)) throw new Error(`${path} is missing`);
  }
}
