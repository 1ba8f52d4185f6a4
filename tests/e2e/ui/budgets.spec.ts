import { expect, test } from '../support';

const KB = 1024;

test('the font is preloaded, self-hosted and at most 60 KB', async ({ request }) => {
  const { link = '' } = (await request.get('/sign-in')).headers();
  const fonts = [...link.matchAll(/<([^>]+)>; rel=preload; as="font"/g)].map(([, path = '']) => path);
  expect(fonts).toHaveLength(1);
  const font = await request.get(fonts[0] ?? '');
  expect(font.headers()['content-type']).toBe('font/woff2');
  expect((await font.body()).length).toBeLessThan(60 * KB);
});
