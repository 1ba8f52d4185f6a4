import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Reads `docs/{name}.md`. @param name from a list of ours, never from an address */
export const readDocument = (name: string): Promise<string> =>
  readFile(join(process.cwd(), 'docs', `${name}.md`), 'utf8');
