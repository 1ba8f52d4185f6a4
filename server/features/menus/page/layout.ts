import { type Html, html, Html as Raw } from './html';
import { STYLE } from './style';

/** Where the nonce of a script stands until the page is sent. */
export const NONCE = '\u0001NONCE\u0001';

export type Theme = 'light' | 'dark' | null;

/** A whole page: without any file of another host, and with one script at its end at most. */
export function pageOf({
  title,
  body,
  theme,
  script,
}: {
  title: string;
  body: Html;
  theme: Theme;
  script?: string;
}): string {
  const run = script ? new Raw(`<script nonce="${NONCE}">${script}</script>`) : null;
  return html`<!doctype html><html lang="en"${theme ? new Raw(` data-theme="${theme}"`) : null}><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex, nofollow"><meta name="referrer" content="no-referrer"><title>${title}</title><style>${new Raw(STYLE)}</style></head><body>${body}${run}</body></html>`
    .text;
}

/** The one page of what isn't there: it says nothing of what was asked for. */
export const ABSENT_PAGE = pageOf({
  title: 'Page not found',
  theme: null,
  body: html`<main class="wrap"><h1>This page doesn't exist</h1><p class="message">The link is wrong, or it has ended. Ask who sent it for another one.</p></main>`,
});

export const FOOT = 'For licensed businesses, 21+';
