import type { ServerResponse } from 'node:http';

/** Pages for everyone (decision 446). */
const PUBLIC = /^\/(?:welcome|developers|help)(?:\/|$)/;
/** Of those, what shows a member its navigation. */
const SHELLED = /^\/help(?:\/|$)/;
const SESSION = /tallyleaf-session/;
/** Short, because a new version of the product brings other scripts. */
const SECONDS = 300;

/**
 * Lets caches keep a public page, as a visitor without a session sees it. It depends on the cookies of theme and language alone; the nonce of its scripts is
 * kept with it, which weakens nothing: no text of a visitor is in it.
 */
export function allowCaching(res: ServerResponse, path: string, cookie = ''): void {
  if (!PUBLIC.test(path) || (SHELLED.test(path) && SESSION.test(cookie))) return;
  const { writeHead } = res;
  res.writeHead = (status: number, ...rest: unknown[]) => {
    const isPage = status === 200 && String(res.getHeader('Content-Type')).startsWith('text/html');
    if (isPage) {
      res.setHeader('Cache-Control', `public, max-age=${SECONDS}`);
      res.appendHeader('Vary', 'Cookie');
    }
    return Reflect.apply(writeHead, res, [status, ...rest]);
  };
}
