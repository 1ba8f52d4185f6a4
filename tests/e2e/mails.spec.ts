import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { AxeBuilder } from '@axe-core/playwright';
import { expect, test } from '@playwright/test';
import { eachOf, IS_FULL } from '../setup/full';

const ROOT = resolve(import.meta.dirname, '../..');

test('each mail fits 320 and 600 px, is readable in both themes and links to us alone', async ({ page }) => {
  const folder = await mkdtemp(join(tmpdir(), 'tallyleaf-mails-'));
  const file = join(folder, 'mails.json');
  await promisify(execFile)(process.execPath, ['--import', 'tsx', 'scripts/mails.ts', file], { cwd: ROOT });
  const mails: [string, { html: string }][] = JSON.parse(await readFile(file, 'utf8'));
  await rm(folder, { recursive: true });
  expect(mails.length).toBeGreaterThan(20);
  const faults: string[] = [];
  for (const [n, [name, { html }]] of eachOf(mails, 8).entries()) {
    const themes = ['light', 'dark'] as const;
    // Mails share their parts: one in light, the next in dark.
    for (const colorScheme of IS_FULL ? themes : themes.slice(n % 2, (n % 2) + 1)) {
      await page.emulateMedia({ colorScheme });
      await page.setContent(html);
      for (const width of [320, 600]) {
        await page.setViewportSize({ width, height: 800 });
        const beyond = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        if (beyond > 0) faults.push(`${name}, ${width} px: ${beyond} px too wide`);
      }
      const axe = new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa', 'wcag22aa']).setLegacyMode();
      const { violations } = await axe.analyze();
      faults.push(...violations.map(({ id, nodes }) => `${name}, ${colorScheme}: ${id} ${nodes[0]?.html}`));
    }
    const links = await page
      .locator('a')
      .evaluateAll((all) => all.map((one) => (one as HTMLAnchorElement).href));
    const others = links.filter((link) => !link.startsWith('https://tallyleaf.example/'));
    faults.push(...others.map((link) => `${name} links to ${link}`));
  }
  expect(faults).toEqual([]);
});
