import type { Page } from '@playwright/test';
import { eachOf } from '../../setup/full';
import { DEMO, expect, restOf, signIn, test } from '../support';

interface Case {
  /** The list whose first object the page is of; `{own}` is the member's business. */
  of?: string;
  path: string;
  tab?: string;
  /** What opens the form. */
  opener?: string;
  typed: Readonly<Record<string, string>>;
  save: string;
}

const ADDRESS = { Street: '1 Kept Street', City: 'Oakland', State: 'CA', 'ZIP code': '94607' };
const LONG = 'Typed for ten minutes, and not to be lost.';

const FORMS: readonly Case[] = [
  { path: '/settings/profile', typed: { 'Full name': 'Kept Name' }, save: 'Save' },
  { path: '/settings/business', typed: { 'Legal name': 'Kept Distribution LLC' }, save: 'Save' },
  { path: '/settings/sales', typed: { 'Days a backorder stays open': '77' }, save: 'Save' },
  {
    path: '/settings/fleet',
    opener: 'Add driver',
    typed: { 'Full name': 'Kept Driver', "Driver's license": 'D-1234' },
    save: 'Add driver',
  },
  {
    path: '/settings/locations',
    opener: 'Add location',
    typed: { Name: 'Kept Depot', ...ADDRESS },
    save: 'Add location',
  },
  {
    path: '/customers/new',
    typed: { Name: 'Kept Customer', 'License number': 'C10-0009999-LIC', ...ADDRESS },
    save: 'Add customer',
  },
  { of: '/customers', path: '/customers', tab: 'notes', typed: { 'Internal notes': LONG }, save: 'Save' },
  {
    of: '/products?entity_id={own}',
    path: '/products',
    opener: 'Edit product',
    typed: { Brand: 'Kept Brand', Description: LONG },
    save: 'Save',
  },
  { of: '/orders', path: '/orders', typed: { Comment: LONG }, save: 'Post comment' },
  {
    of: '/batches?on_hand=true&held=false',
    path: '/batches',
    opener: 'Put on hold',
    typed: { Reason: LONG },
    save: 'Put on hold',
  },
];

const fieldOf = (page: Page, opener: string | undefined, label: string) =>
  (opener ? page.getByRole('dialog') : page.getByRole('main')).getByLabel(new RegExp(`^${label}`)).first();

test('forms keep what was typed when a save gets no response, and the same act sends it again', {
  tag: '@full',
}, async ({ page, faults }) => {
  faults.allow(/ERR_FAILED/);
  page.on('dialog', (dialog) => void dialog.accept());
  await signIn(page, DEMO.wholesaler);
  const rest = await restOf(page.request, DEMO.wholesaler);
  const { id: own } = await rest<{ id: string }>('GET', '/entity');
  let saves = 0;
  await page.route('**/api/trpc/**', (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    saves += 1;
    return route.abort();
  });
  // A page with a form, one with a tab, and dialogs: they share what sends and keeps.
  for (const { of, path, tab, opener, typed, save } of eachOf(FORMS, 3)) {
    await test.step(path, async () => {
      const first =
        of && (await rest<{ data: Array<{ id: string }> }>('GET', of.replace('{own}', own))).data[0];
      if (of) expect(first, of).toBeDefined();
      await page.goto(`${path}${first ? `/${first.id}` : ''}${tab ? `?tab=${tab}` : ''}`);
      if (opener) await page.getByRole('main').getByRole('button', { name: opener }).first().click();
      for (const [label, value] of Object.entries(typed)) await fieldOf(page, opener, label).fill(value);
      const button = (opener ? page.getByRole('dialog') : page).getByRole('button', {
        name: save,
        exact: true,
      });
      for (const attempt of [1, 2]) {
        const before = saves;
        await button.click();
        await expect.poll(() => saves, `${path}: save ${attempt} is sent`).toBeGreaterThan(before);
        await expect(page.getByText('No response from the server', { exact: false }).first()).toBeVisible();
        for (const [label, value] of Object.entries(typed))
          await expect(fieldOf(page, opener, label)).toHaveValue(value);
        await expect(button).toBeEnabled();
      }
    });
  }
});
