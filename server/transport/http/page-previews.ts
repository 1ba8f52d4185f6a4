import type { IncomingMessage } from 'node:http';

const REVALIDATION = ['x-prerender-revalidate', 'x-prerender-revalidate-if-generated'];
const PREVIEW = /(?:^|;\s*)(?:__prerender_bypass|__next_preview_data)=[^;]*/g;

/**
 * Removes what asks Next for drafts and new static pages. Its keys come from the sources and are public (decision 532), and
 * nothing of ours uses either.
 */
export function dropPreviews({ headers }: IncomingMessage): void {
  for (const name of REVALIDATION) delete headers[name];
  if (headers.cookie?.includes('__')) headers.cookie = headers.cookie.replace(PREVIEW, '');
}
