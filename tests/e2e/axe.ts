import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { IS_FULL } from '../setup/full';
import { expect } from './support';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'];

/** Checks the page in the light theme, in `npm run test:full` in both. They differ in colors only. */
export async function expectNoFindings(page: Page, where: string): Promise<void> {
  await setTheme(page, 'light');
  await expectNothing(page, `${where}, light`, (axe) => axe.withTags(TAGS));
  if (!IS_FULL) return;
  await setTheme(page, 'dark');
  await expectNothing(page, `${where}, dark`, (axe) => axe.withRules(['color-contrast']));
}

/** What depends on the width, or on what stands around: how large targets are, and whether links in a text are seen as such. */
const IN_PLACE = ['target-size', 'link-in-text-block'];

/** Checks targets and links of the page as a phone of 390 px shows it. */
export async function expectNoFindingsOnPhone(page: Page, where: string): Promise<void> {
  const size = page.viewportSize();
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNothing(page, `${where}, 390 px`, (axe) => axe.withRules(IN_PLACE));
  if (size) await page.setViewportSize(size);
}

/** Switches the theme like the button in the top bar, without reloading the page. */
const setTheme = (page: Page, theme: 'light' | 'dark') =>
  page.evaluate((chosen) => {
    document.documentElement.dataset.theme = chosen;
  }, theme);

/** Fails with each finding's rule and the elements that it is about. */
async function expectNothing(page: Page, where: string, rules: (axe: AxeBuilder) => AxeBuilder) {
  // Something that is still fading in has the contrast of neither state.
  // A skeleton pulses without end, so it is waited for by its absence.
  await expect(page.locator('.animate-pulse')).toHaveCount(0);
  await page.evaluate(() => {
    const ending = document
      .getAnimations()
      .filter((one) => one.effect?.getComputedTiming().endTime !== Infinity);
    return Promise.all(ending.map((one) => one.finished.catch(() => {})));
  });
  // Rows are alike: the first eight stand for the others, and a list of fifty costs axe seconds.
  // Legacy mode leaves frames of other origins out, of which there are none, and takes a third of the time.
  const axe = new AxeBuilder({ page })
    // What passes need not be described.
    .options({ resultTypes: ['violations'] })
    .exclude('[data-row]:nth-of-type(n+9)')
    .setLegacyMode();
  const { violations } = await rules(axe).analyze();
  const findings = violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html}`));
  expect(findings, `findings of axe at ${where}`).toEqual([]);
}
