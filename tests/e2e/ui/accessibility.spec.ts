import type { Locator, Page } from '@playwright/test';
import { eachOf, IS_FULL } from '../../setup/full';
import { expectNoFindings, expectNoFindingsOnPhone } from '../axe';
import { ROUTES } from '../routes';
import { addEndpointOverRest, DEMO, deleteEndpointsOverRest, expect, restOf, signIn, test } from '../support';
import { addressOf, VISITS, visitsAs } from '../visits';
import { weigh } from '../weight';

async function expectOneHeading(page: Page, where: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 }), where).toHaveCount(1);
  await expect(page, where).toHaveTitle(/^.+ · Tallyleaf$/);
}

/** At 320 px, the narrowest that WCAG 1.4.10 asks for, nothing is to be scrolled sideways. */
async function expectNoOverflow(page: Page, where: string): Promise<void> {
  const size = page.viewportSize();
  await page.setViewportSize({ width: 320, height: 800 });
  const beyond = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  // A chart redraws once its container has shrunk.
  await expect.poll(beyond, `${where} at 320 px`).toBeLessThanOrEqual(0);
  if (size) await page.setViewportSize(size);
}

/** What the server sent as a page's title, from a document with one heading of the page. */
function titleIn(html: string, where: string): string {
  expect(html.match(/<h1[\s>]/g), where).toHaveLength(1);
  const [, title = ''] = /<title>([^<]+)<\/title>/.exec(html) ?? [];
  expect(title, where).toMatch(/^.+ · Tallyleaf$/);
  return title;
}

async function settled(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByText('Loading…')).toHaveCount(0);
}

// The longest file: its tests may run in several workers.
test.describe.configure({ mode: 'parallel' });

test('every page of app/ is visited, and no other', () => {
  expect(Object.keys(VISITS).sort()).toEqual(ROUTES);
});

const MEMBERS = [...new Set(visitsAs().map(({ as }) => as))];

for (const width of IS_FULL ? [1440, 390] : [1440]) {
  for (const member of MEMBERS) {
    test(`axe finds nothing in the pages of ${member ?? 'a visitor'}, ${width} px, whose JavaScript stays in its budget`, async ({
      page,
      faults,
    }) => {
      // Forty pages on a busy machine.
      test.setTimeout(900_000);
      // Pages that are 403 or 404 are looked at, too.
      faults.allow(/status of 40[34]/);
      await page.setViewportSize({ width, height: 900 });
      if (member) await signIn(page, DEMO[member]);
      const titles: string[] = [];
      const heavy: string[] = [];
      const visits = visitsAs(member);
      // The browser takes most of the time, and pages share their parts: of the others the server's document is read.
      const opened = new Set(eachOf(visits, 24));
      for (const visit of visits) {
        const where = await addressOf(visit, page.request);
        const response = opened.has(visit) ? await page.goto(where) : await page.request.get(where);
        const html = (await response?.text()) ?? '';
        const { weight, most } = await weigh(page.request, html, visit);
        if (weight > most) heavy.push(`${where}: ${weight.toFixed(1)} KB, of ${most}`);
        titles.push(titleIn(html, where));
        if (!opened.has(visit)) continue;
        await settled(page);
        await expectNoFindings(page, where);
        await expectNoFindingsOnPhone(page, where);
        await expectOneHeading(page, where);
        await expectNoOverflow(page, where);
      }
      expect(titles, 'each page has a title of its own').toEqual([...new Set(titles)]);
      expect(heavy, 'JavaScript at first load').toEqual([]);
      if (member === 'wholesaler') await deleteEndpointsOverRest(page.request, DEMO.wholesaler);
    });
  }

  test(`axe finds nothing in the dialogs of a product, ${width} px`, { tag: '@full' }, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await signIn(page, DEMO.wholesaler);
    await page.goto('/products?q=Wedding+Cake+Shatter');
    await page.getByRole('link', { name: 'Wedding Cake Shatter' }).click();
    for (const [button, dialog] of [
      ['Edit product', 'Edit product'],
      ['Add variant', 'Add variant'],
    ] as const) {
      await page.getByRole('button', { name: button }).click();
      await expect(page.getByRole('dialog', { name: dialog })).toBeVisible();
      await expectNoFindings(page, dialog);
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0);
    }
  });

  test(`axe finds nothing in a webhook endpoint and its dialogs, ${width} px`, { tag: '@full' }, async ({
    page,
  }) => {
    const email = DEMO.retailer;
    // Nothing listens at the port of discard: the test fails, which is a delivery to look at.
    const target = { url: 'http://127.0.0.1:9/hooks', events: ['*'] };
    const { id } = await addEndpointOverRest(page.request, email, target);
    const rest = await restOf(page.request, email);
    await rest('POST', `/webhooks/${id}/test`, {});
    await page.setViewportSize({ width, height: 900 });
    await signIn(page, email);
    for (const path of ['/settings/api/webhooks', `/settings/api/webhooks/${id}`]) {
      await page.goto(path);
      await settled(page);
      await expectNoFindings(page, path);
      await expectOneHeading(page, path);
      await expectNoOverflow(page, path);
    }
    for (const button of [
      'Edit endpoint',
      'Send test event',
      'Replay failed since…',
      /^View inventory\.updated/,
      'Rotate secret',
      'Delete endpoint',
    ]) {
      await page.getByRole('button', { name: button }).click();
      const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog'));
      await expect(dialog).toBeVisible();
      await expectNoFindings(page, String(button));
      await page.keyboard.press('Escape');
      await expect(dialog).toHaveCount(0);
    }
    await deleteEndpointsOverRest(page.request, email);
  });
}

test('axe finds nothing in a row sheet, the lots of an order and a response to a recall, 390 px', {
  tag: '@full',
}, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, DEMO.wholesaler);
  const rest = await restOf(page.request, DEMO.wholesaler);
  type Ids = { data: { id: string }[] };
  const { data: orders } = await rest<Ids>('GET', '/orders?status=accepted');
  const { data: recalls } = await rest<Ids>('GET', '/recalls?status=open');
  const inSheet = page.getByRole('button', { name: /^More about / }).first();
  const waysTo: [path: string, control: Locator][] = [
    ['/inventory', inSheet],
    [`/orders/${orders[0]?.id}`, inSheet],
    [`/orders/${orders[0]?.id}`, page.getByRole('button', { name: /^Choose lots of / }).first()],
    [`/recalls/${recalls[0]?.id}`, page.getByRole('button', { name: 'Respond with other numbers' })],
  ];
  for (const [path, control] of waysTo) {
    await page.goto(path);
    await settled(page);
    await control.click();
    await expect(page.getByRole('dialog').last()).toBeVisible();
    await expectNoFindings(page, `a dialog of ${path}`);
  }
});

type Opening = readonly [member: keyof typeof DEMO, path: string, button: string | RegExp];
/** A dialog or menu of a page, by what opens it: those that no journey opens with axe. */
const OPENINGS: readonly Opening[] = [
  ['retailer', '/', /^Account of/],
  ['retailer', '/', 'Create'],
  ['retailer', '/', /^Notifications/],
  ['retailer', '/inventory', /^Views/],
  ['retailer', '/inventory/syncs', 'Sync now'],
  ['retailer', '/suppliers', 'Add supplier'],
  ['retailer', '/settings/locations', 'Add location'],
  ['retailer', '/settings/team', 'Invite member'],
  ['retailer', '/settings/security', 'Change password'],
  ['retailer', '/settings/danger', 'Delete business'],
  ['wholesaler', '/settings/fleet', 'Add driver'],
  ['wholesaler', '/settings/fleet', 'Add vehicle'],
  ['wholesaler', '/settings/api/keys', 'Create key'],
];

for (const width of [1440, 390]) {
  for (const member of ['retailer', 'wholesaler'] as const) {
    test(`axe finds nothing in the dialogs and menus of the ${member}'s pages, ${width} px`, {
      tag: '@full',
    }, async ({ page }) => {
      await page.setViewportSize({ width, height: 900 });
      await signIn(page, DEMO[member]);
      for (const [as, path, name] of OPENINGS) {
        if (as !== member) continue;
        await page.goto(path);
        await settled(page);
        await page.getByRole('button', { name }).first().click();
        const opened = page.getByRole('dialog').or(page.getByRole('alertdialog')).or(page.getByRole('menu'));
        await expect(opened.first()).toBeVisible();
        await expectNoFindings(page, `${name} of ${path}`);
      }
    });
  }
}
