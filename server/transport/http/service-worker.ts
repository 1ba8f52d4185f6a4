import { readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';

const POLICY = "default-src 'none'; connect-src 'self'; frame-ancestors 'none'";

/**
 * Serves the service worker (decision 437): it keeps the files of a build, and one page without data for when there is no
 * network; nothing that belongs to a member. Switched off, or without built pages, it removes itself and what it kept.
 */
export function serveServiceWorker(res: ServerResponse, isOn: boolean): void {
  const build = isOn ? builtPages() : null;
  res.setHeader('Content-Type', 'text/javascript; charset=utf-8');
  res.setHeader('Cache-Control', 'no-cache');
  res.setHeader('Content-Security-Policy', POLICY);
  res.end(build === null ? LEAVING : `const BUILD = ${JSON.stringify(build)};\n${KEEPING}`);
}

/** Read each time, so that pages built while the server runs are noticed; null without any. */
function builtPages(): string | null {
  try {
    return readFileSync('.next/BUILD_ID', 'utf8').trim();
  } catch {
    return null;
  }
}

// A build's shell and files are kept together or not at all: a shell of another build, from a server that is being replaced,
// ends the installation, and the browser tries again with its next visit.
const KEEPING = `const CACHE = 'tallyleaf-' + BUILD;
const SHELL = '/offline';

async function install() {
  const shell = await fetch(SHELL, { credentials: 'omit', cache: 'no-store' });
  const html = await shell.clone().text();
  if (!shell.ok || !html.includes(BUILD)) throw new Error('The shell is of another build');
  const names = html.match(/static\\/(?:chunks|css|media)\\/[^"'\\\\?\\s)]+?\\.(?:js|css|woff2)/g) ?? [];
  const cache = await caches.open(CACHE);
  await cache.addAll([...new Set(names)].map((name) => '/_next/' + name));
  await cache.put(SHELL, shell);
  await skipWaiting();
}

async function activate() {
  for (const key of await caches.keys()) {
    if (key.startsWith('tallyleaf-') && key !== CACHE) await caches.delete(key);
  }
  await clients.claim();
}

async function file(event) {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(event.request, { ignoreVary: true });
  if (kept) return kept;
  const response = await fetch(event.request);
  if (response.ok) event.waitUntil(cache.put(event.request, response.clone()));
  return response;
}

async function page(request) {
  try {
    return await fetch(request);
  } catch (error) {
    const shell = await (await caches.open(CACHE)).match(SHELL);
    if (shell) return shell;
    throw error;
  }
}

addEventListener('install', (event) => event.waitUntil(install()));
addEventListener('message', (event) => event.waitUntil(install().then(() => clients.claim())));
addEventListener('activate', (event) => event.waitUntil(activate()));
addEventListener('fetch', (event) => {
  const { method, mode, url } = event.request;
  const { origin, pathname } = new URL(url);
  if (method !== 'GET' || origin !== location.origin) return;
  if (pathname.startsWith('/_next/static/')) event.respondWith(file(event));
  else if (mode === 'navigate') event.respondWith(page(event.request));
});
`;

const LEAVING = `async function leave() {
  for (const key of await caches.keys()) if (key.startsWith('tallyleaf-')) await caches.delete(key);
  await registration.unregister();
}
addEventListener('install', () => skipWaiting());
addEventListener('activate', (event) => event.waitUntil(leave()));
`;
