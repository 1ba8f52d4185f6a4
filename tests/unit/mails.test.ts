import { AsyncLocalStorage } from 'node:async_hooks';
import { expect, test, vi } from 'vitest';
import { everyMail } from '../factories/letters';

const URL = 'https://tallyleaf.example';
const HOSTILE = [
  'Fir\r\nBcc: victim@evil.test',
  'Fir\n\nhttp://evil.test <b>',
  '"><img src=//evil.test/x onerror=alert(1)>',
  '</td><a href="https://evil.test">Sign in</a>',
  'javascript:alert(1)\u2028\u202e',
  `Fir ${'x'.repeat(300)}`,
];

/** Words of HTML as a reader sees them; links give their address. */
const wordsOf = (text: string) => text.match(/[\p{L}\p{N}$@.,:/_-]+/gu) ?? [];
const ENTITIES: Record<string, string> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#x27;': "'",
  '&amp;': '&',
};
const seen = (html: string) =>
  html
    .replace(/<head>.*<\/head>/s, '')
    .replaceAll('<!-- -->', '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/&\w+;|&#x27;/g, (one) => ENTITIES[one] ?? one);

test('each mail has the facts in its subject, and one button', async () => {
  const mails = await everyMail(URL);
  expect(mails.get('notification-new-order')?.subject).toBe(
    'Harbor & Pine placed order ORD-20261119-BZCDPJ: $1,966.50',
  );
  for (const [name, { html = '' }] of mails) {
    expect(html.match(/class="button"/g)?.length ?? 0, name).toBeLessThanOrEqual(1);
  }
});

test('text and HTML of each mail say the same', async () => {
  for (const [name, { html = '', text }] of await everyMail(URL)) {
    const written = new Set(wordsOf(text).flatMap((word) => [word, word.replace(/:$/, '')]));
    expect(
      wordsOf(seen(html)).filter((word) => !written.has(word)),
      name,
    ).toEqual([]);
    const links = [...html.matchAll(/href="([^"]+)"/g)].map(([, href]) => href);
    expect(new Set(text.match(/https?:\/\/\S+/g) ?? []), name).toEqual(new Set(links));
  }
});

test.each(HOSTILE)('%j as a name adds no header, markup or link', async (name) => {
  for (const [mail, { subject, html = '', text }] of await everyMail(URL, name)) {
    expect(subject, mail).not.toMatch(/[\p{Cc}\u2028\u2029]/u);
    expect([...subject].length, mail).toBeLessThanOrEqual(200);
    expect(html, mail).not.toMatch(/<img|<b>|javascript:/);
    expect(html, mail).not.toMatch(/href="(?!https:\/\/tallyleaf\.example\/)/);
    expect(`${subject} ${html} ${text}`, mail).not.toMatch(/evil\.test|victim@/);
  }
});

test('drawing a mail turns on no async hooks, which a process keeps for every later request', async () => {
  const run = vi.spyOn(AsyncLocalStorage.prototype, 'run');
  await everyMail(URL);
  expect(run).not.toHaveBeenCalled();
  run.mockRestore();
});
