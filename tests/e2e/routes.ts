import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';

const APP = resolve(import.meta.dirname, '../../app');

/** The routes of every `page.tsx` below app/: `/orders/[id]`. */
export const ROUTES: readonly string[] = readdirSync(APP, { recursive: true, encoding: 'utf8' })
  .filter((file) => /(^|\/)page\.tsx$/.test(file))
  .map((file) => {
    const folders = file.split('/').slice(0, -1);
    return `/${folders.filter((folder) => !/^\(.*\)$/.test(folder)).join('/')}`;
  })
  .sort();
