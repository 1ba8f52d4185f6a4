import { writeFile } from 'node:fs/promises';
import { videoOf } from '../../setup/fake-camera';
import { countActs } from '../acts';
import { DEMO, expect, restOf, signIn, test } from '../support';

test(
  'counts an item that the camera sees, once, with a reader that comes with the first tap',
  { tag: '@full' },
  async ({ playwright, baseURL, request, faults }, info) => {
    const rest = await restOf(request, DEMO.wholesaler);
    const { data } = await rest<{ data: { sku: string; location_id: string; room_type: string }[] }>(
      'GET',
      '/inventory?room_type=vault&limit=1',
    );
    const [item] = data;
    if (!item) throw new Error('the vault is empty');
    const { id } = await rest<{ id: string }>('POST', '/inventory/counts', {
      location_id: item.location_id,
      room_type: item.room_type,
    });
    const video = info.outputPath('camera.y4m');
    await writeFile(video, await videoOf(item.sku));
    const { launchOptions } = info.project.use;
    const browser = await playwright.chromium.launch({
      ...launchOptions,
      args: [
        ...(launchOptions?.args ?? []),
        ...['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'],
        `--use-file-for-fake-video-capture=${video}`,
      ],
    });
    const page = await browser.newPage({ baseURL, locale: 'en-US', viewport: { width: 390, height: 844 } });
    faults.watch(page);
    await signIn(page, DEMO.wholesaler);
    const loaded: string[] = [];
    page.on('request', (one) => loaded.push(one.url()));
    const answer = await page.goto(`/inventory/count/${id}`);
    const { 'permissions-policy': permissions, 'content-security-policy': policy } = answer?.headers() ?? {};
    expect(permissions).toContain('camera=(self)');
    expect(policy).toContain("'wasm-unsafe-eval'");
    expect(loaded.filter((url) => url.endsWith('.wasm'))).toEqual([]);
    const acts = await countActs(page);
    await page.getByRole('button', { name: 'Scan with camera' }).click();
    const camera = page.getByRole('dialog', { name: 'Scan' });
    await expect(camera.getByText(/: 1 counted$/)).toBeVisible();
    expect(loaded.filter((url) => url.endsWith('.wasm')).map((url) => new URL(url).origin)).toEqual([
      baseURL,
    ]);
    // It stays in view for two seconds: no second unit.
    await page.waitForTimeout(2_000);
    await camera.getByRole('button', { name: 'Done' }).click();
    acts.expectAtMost(2);
    await expect(page.getByRole('textbox', { name: new RegExp(`^Counted .*${item.sku}$`) })).toHaveValue('1');
    await browser.close();
  },
);

test('keeps camera and WebAssembly from pages that scan nothing', async ({ request }) => {
  const headers = (await request.get('/sign-in')).headers();
  expect(headers['permissions-policy']).toContain('camera=()');
  expect(headers['content-security-policy']).not.toContain('wasm');
  expect(headers['content-security-policy']).toContain("worker-src 'self'");
});
