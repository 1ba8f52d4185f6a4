import type { Locator, Page } from '@playwright/test';
import { openReceiver, type Receiver, verified } from '../../setup/receiver';
import { countActs } from '../acts';
import { addEndpointOverRest, DEMO, deleteEndpointsOverRest, expect, restOf, signIn, test } from '../support';

const EMAIL = DEMO.wholesalerAdmin;
let receiver: Receiver;

test.beforeEach(async () => {
  receiver = await openReceiver();
});

test.afterEach(async ({ request }) => {
  await receiver.close();
  await deleteEndpointsOverRest(request, EMAIL);
});

/** What the dialog shows of a new secret. */
const secretIn = async (dialog: Locator) =>
  (await dialog.getByRole('region', { name: 'Secret', exact: true }).textContent()) ?? '';

/** Adds an endpoint for what the test is about alone: batches of the demo may expire meanwhile. */
const addEndpoint = (page: Page, events: string[]) =>
  addEndpointOverRest(page.request, EMAIL, { url: receiver.url, events });

const rows = (page: Page) => page.getByRole('table', { name: 'Deliveries' }).locator('tbody tr');

/** Takes one unit from the fullest shelf over REST, which makes an inventory.updated. */
async function makeEvent(page: Page): Promise<void> {
  const rest = await restOf(page.request, EMAIL);
  const { data } = await rest<{ data: { id: string }[] }>(
    'GET',
    '/inventory?sort=-available_quantity&limit=1',
  );
  await rest('PATCH', `/inventory/${data[0]?.id}`, { quantity_change: -1, reason_code: 'ADJUSTMENT' });
}

test('sends an integrator a first signed test event in six acts', { tag: '@full' }, async ({ page }) => {
  receiver.answer((_request, response) => response.writeHead(200).end('thanks from the warehouse'));
  await signIn(page, EMAIL);
  await page.goto('/');
  const acts = await countActs(page);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Settings' }).click();
  await page
    .getByRole('navigation', { name: 'Settings' })
    .getByRole('link', { name: 'API & webhooks' })
    .click();
  await page.getByRole('navigation', { name: 'Developers' }).getByRole('link', { name: 'Webhooks' }).click();
  await expect(page.getByText('No endpoints yet')).toBeVisible();
  await page.getByRole('button', { name: 'Add endpoint' }).first().click();
  const form = page.getByRole('dialog', { name: 'Add endpoint' });
  await form.getByLabel('URL').fill(`${receiver.url}/hooks`);
  await form.getByRole('button', { name: 'Add endpoint' }).click();
  const added = page.getByRole('dialog', { name: 'Endpoint added' });
  await expect(added).toContainText("You won't see it again.");
  const secret = await secretIn(added);
  await added.getByRole('button', { name: 'Send test event' }).click();

  const result = added.getByRole('region', { name: 'Result of the test' });
  await expect(result).toContainText('Delivered');
  acts.expectAtMost(6);
  await expect(result).toContainText(/200 · [\d,]+ ms/);
  await expect(result).toContainText('thanks from the warehouse');
  const sent = await receiver.waitFor(() => true);
  expect(verified(sent, secret)).toMatchObject({ type: 'inventory.updated', sequence: 0 });
  await expect(result).toContainText(String(sent.headers['webhook-signature']));
  await expect(result.getByRole('region', { name: 'Request body' })).toHaveText(sent.body);

  await added.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  const row = page.getByRole('row', { name: new RegExp(receiver.url) });
  await expect(row).toContainText('Active');
  await expect(row).toContainText('All events');
  expect(await page.content()).not.toContain(secret);
});

test("shows a failing endpoint's next retry, and replays its failures in three acts", {
  tag: '@full',
}, async ({ page }) => {
  receiver.answer((_request, response) => response.writeHead(503).end('down for maintenance'));
  const { id } = await addEndpoint(page, ['inventory.updated']);
  await makeEvent(page);
  const refused = await receiver.waitFor(() => true);

  await signIn(page, EMAIL);
  await page.goto('/');
  await expect(page.getByRole('link', { name: '1 failing webhook', exact: true })).toBeVisible();
  await page.getByRole('link', { name: /failing webhook/ }).click();
  const listed = page.getByRole('row', { name: new RegExp(receiver.url) });
  await expect(listed).toContainText('1 of 1 failed');
  await listed.getByRole('link').click();
  await page.waitForURL(`**/settings/api/webhooks/${id}`);
  const row = rows(page).first();
  await expect(row).toContainText('Pending');
  await expect(row).toContainText('503');
  const retry = row.locator('time').first();
  await expect(retry).toHaveText(/^(in |now)/);
  await expect(retry).toHaveAttribute('title', / UTC$/);

  await row.getByRole('button', { name: /^View inventory\.updated of / }).click();
  const detail = page.getByRole('dialog', { name: /^inventory\.updated of / });
  await expect(detail.getByRole('list', { name: 'Attempts, newest first' })).toContainText('Scheduled');
  await expect(detail.getByText('down for maintenance').first()).toBeVisible();
  await expect(detail).toContainText('webhook-signature');
  await expect(detail.getByRole('region', { name: 'Request body' })).toHaveText(refused.body);
  await detail.getByRole('button', { name: 'Close' }).last().click();

  // The retry after five seconds fails too: had it arrived, nothing would be left to replay.
  await receiver.waitFor(
    (request) => request !== refused && request.headers['webhook-id'] === refused.headers['webhook-id'],
  );
  receiver.answer((_request, response) => response.writeHead(204).end());
  const before = receiver.requests.length;
  const acts = await countActs(page);
  await page.getByRole('button', { name: 'Replay failed since…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Replay failed deliveries' });
  await dialog.getByRole('button', { name: '1 hour' }).click();
  await dialog.getByRole('button', { name: 'Replay failed' }).click();
  await expect(page.getByText('1 delivery replayed')).toBeVisible();
  acts.expectAtMost(3);
  await expect(row).toContainText('Delivered');
  const again = await receiver.waitFor((request) => receiver.requests.indexOf(request) >= before);
  expect(again.headers['webhook-id']).toBe(refused.headers['webhook-id']);
});

test('rejects a missing or future time at its field', { tag: '@full' }, async ({ page }) => {
  const { id } = await addEndpoint(page, ['inventory.updated']);
  await signIn(page, EMAIL);
  await page.goto(`/settings/api/webhooks/${id}`);
  await page.getByRole('button', { name: 'Replay failed since…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Replay failed deliveries' });
  const since = dialog.getByLabel('Failed since');
  await since.fill('2099-01-01T00:00');
  await dialog.getByRole('button', { name: 'Replay failed' }).click();
  await expect(dialog.getByText('Enter a time in the past')).toBeVisible();
  await since.fill('');
  await dialog.getByRole('button', { name: 'Replay failed' }).click();
  await expect(dialog.getByText('Enter a date and a time')).toBeVisible();
  await dialog.getByRole('button', { name: 'Today' }).click();
  await dialog.getByRole('button', { name: 'Replay failed' }).click();
  await expect(page.getByText('Nothing failed since then')).toBeVisible();
});

test('replays one delivery by a named button, and keeps filters in the URL', { tag: '@full' }, async ({
  page,
}) => {
  const { id } = await addEndpoint(page, ['order.created', 'order.shipped']);
  const rest = await restOf(page.request, EMAIL);
  await rest('POST', `/webhooks/${id}/test`, { event_type: 'order.created' });
  await rest('POST', `/webhooks/${id}/test`, { event_type: 'order.shipped' });
  await signIn(page, EMAIL);
  await page.goto(`/settings/api/webhooks/${id}`);
  await expect(rows(page)).toHaveCount(2);
  await expect(rows(page).first()).toContainText('order.shipped');
  await page.getByRole('button', { name: /^Replay order\.created of / }).click();
  await receiver.waitFor((request) => receiver.requests.indexOf(request) === 2);
  await expect(page.getByText('Delivery replayed')).toBeVisible();

  await page.getByRole('button', { name: 'Event', exact: true }).click();
  await page.getByRole('option', { name: 'order.shipped' }).click();
  await expect(page).toHaveURL(/event_type=order\.shipped/);
  await expect(rows(page)).toHaveCount(1);
  await page.reload();
  await expect(rows(page)).toHaveCount(1);
  await page.getByRole('button', { name: 'Status', exact: true }).click();
  await page.getByRole('option', { name: 'Failed' }).click();
  await expect(page.getByText('No results')).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).first().click();
  await expect(rows(page)).toHaveCount(2);
});

test('shows URL errors from the server at the field, and sends only changed fields', {
  tag: '@full',
}, async ({ page }) => {
  await signIn(page, EMAIL);
  await page.goto('/settings/api/webhooks');
  await page.getByRole('button', { name: 'Add endpoint' }).first().click();
  const form = page.getByRole('dialog', { name: 'Add endpoint' });
  const url = form.getByLabel('URL');
  const submit = form.getByRole('button', { name: 'Add endpoint' });
  await submit.click();
  await expect(form.getByText('Enter an address')).toBeVisible();
  await expect(url).toBeFocused();
  await url.fill('https://10.0.0.8/hooks');
  await submit.click();
  await expect(form.getByText(/^Must be an address that the internet can reach/)).toBeVisible();
  await url.fill(receiver.url);
  await form.getByRole('checkbox', { name: 'All events' }).uncheck();
  await submit.click();
  await expect(form.getByText('Choose at least one event')).toBeVisible();
  await form.getByRole('checkbox', { name: 'order.created' }).check();
  await form.getByRole('checkbox', { name: 'order.shipped' }).check();
  await submit.click();
  await page.getByRole('link', { name: 'Open endpoint' }).click();
  await page.waitForURL(/\/webhooks\/[0-9a-f-]{36}$/);

  await page.getByRole('button', { name: 'Edit endpoint' }).click();
  const edit = page.getByRole('dialog', { name: 'Edit endpoint' });
  await edit.getByLabel('Description').fill('Warehouse screen');
  await edit.getByRole('checkbox', { name: 'order.shipped' }).uncheck();
  const sent = page.waitForRequest((request) => request.url().includes('webhooks.update'));
  await edit.getByRole('button', { name: 'Save' }).click();
  const body = (await sent).postData() ?? '';
  expect(body).toContain('Warehouse screen');
  expect(body).not.toContain(receiver.url);
  await expect(edit).toBeHidden();
  const main = page.getByRole('main');
  await expect(main.getByText('Warehouse screen').first()).toBeVisible();
  await expect(main.getByText('order.shipped')).toHaveCount(0);
});

test('disables and enables an endpoint, rotates its secret, and deletes it', { tag: '@full' }, async ({
  page,
}) => {
  const { id, secret } = await addEndpoint(page, ['order.delivered']);
  await signIn(page, EMAIL);
  await page.goto(`/settings/api/webhooks/${id}`);
  await page.getByRole('button', { name: 'Disable endpoint' }).click();
  await expect(page.getByText('No events are sent until it is enabled.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Send test event' })).toBeDisabled();
  await expect(page.getByRole('button', { name: 'Replay failed since…' })).toBeDisabled();
  await page.getByRole('button', { name: 'Enable endpoint' }).click();
  await expect(page.getByRole('button', { name: 'Send test event' })).toBeEnabled();

  await page.getByRole('button', { name: 'Rotate secret' }).click();
  const question = page.getByRole('alertdialog', { name: 'Rotate the secret?' });
  await expect(question).toContainText('For 24 hours, deliveries are signed with both');
  await question.getByRole('button', { name: 'Rotate secret' }).click();
  const shown = page.getByRole('dialog', { name: 'Secret rotated' });
  const fresh = await secretIn(shown);
  expect(fresh).toMatch(/^whsec_/);
  expect(fresh).not.toBe(secret);
  // Escape would throw it away unread, so it asks.
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Keep open' }).click();
  await shown.getByRole('button', { name: 'Done' }).click();

  await page.getByRole('button', { name: 'Send test event' }).click();
  const tester = page.getByRole('dialog', { name: 'Send test event' });
  await tester.getByLabel('Event').selectOption('order.delivered');
  await tester.getByRole('button', { name: 'Send test event' }).click();
  await expect(tester.getByRole('region', { name: 'Result of the test' })).toContainText('204');
  const request = await receiver.waitFor(() => true);
  for (const one of [secret, fresh])
    expect(verified(request, one)).toMatchObject({ type: 'order.delivered' });
  await tester.getByRole('button', { name: 'Close' }).last().click();
  await expect(rows(page)).toHaveCount(1);

  await page.getByRole('button', { name: 'Delete endpoint' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete endpoint' }).click();
  await page.waitForURL('**/settings/api/webhooks');
  await expect(page.getByText('No endpoints yet')).toBeVisible();
});

test('disables an endpoint that responds with 410, and says why', { tag: '@full' }, async ({ page }) => {
  receiver.answer((_request, response) => response.writeHead(410).end());
  const { id } = await addEndpoint(page, ['inventory.updated']);
  const rest = await restOf(page.request, EMAIL);
  await rest('POST', `/webhooks/${id}/test`, {});
  await expect
    .poll(async () => (await rest<{ active: boolean }>('GET', `/webhooks/${id}`)).active)
    .toBe(false);
  await signIn(page, EMAIL);
  await page.goto('/');
  const needs = page.getByRole('region', { name: 'Needs you now' });
  await expect(needs.getByRole('link', { name: '1 failing webhook' })).toBeVisible();
  await page.goto(`/settings/api/webhooks/${id}`);
  await expect(page.getByText('It responded with 410 Gone, so delivery stopped.')).toBeVisible();
});

test('shows getting started, rate-limit use and the request log for developers', { tag: '@full' }, async ({
  page,
}) => {
  const rest = await restOf(page.request, EMAIL);
  await rest('GET', '/webhooks');
  await signIn(page, EMAIL);
  await page.goto('/');
  await page.keyboard.press('g');
  await page.keyboard.press('d');
  await page.waitForURL('**/settings/api');
  await expect(page.getByRole('heading', { level: 1, name: 'API' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Request with the key' })).toContainText(
    `curl -sS ${process.env.E2E_URL}/api/v1/inventory`,
  );
  await expect(page.getByText('This minute')).toBeVisible();
  await expect(page.getByText('Today (UTC)')).toBeVisible();
  const log = page.getByRole('table', { name: 'Requests' });
  await expect(
    log.getByRole('rowheader', { name: 'GET /api/v1/webhooks', exact: true }).first(),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Method', exact: true }).click();
  await page.getByRole('option', { name: 'DELETE' }).click();
  await expect(page).toHaveURL(/method=DELETE/);
  await expect(log.getByRole('rowheader', { name: /^GET / })).toHaveCount(0);
  await page.getByRole('button', { name: 'Failed', exact: true }).click();
  await expect(page).toHaveURL(/failed=true/);
});

test('shows a manager a 403 and no navigation entry', { tag: '@full' }, async ({ page, faults }) => {
  faults.allow(/403/);
  await signIn(page, DEMO.wholesalerManager);
  await page.goto('/settings');
  const sections = page.getByRole('navigation', { name: 'Settings' });
  await expect(sections.getByRole('link', { name: 'Profile' })).toBeVisible();
  await expect(sections.getByRole('link', { name: 'API & webhooks' })).toHaveCount(0);
  for (const path of ['', '/webhooks', '/webhooks/00000000-0000-7000-8000-000000000000']) {
    await page.goto(`/settings/api${path}`);
    await expect(page.getByRole('heading', { level: 1, name: "You don't have access" })).toBeVisible();
    await expect(page.getByRole('navigation', { name: 'Developers' })).toHaveCount(0);
  }
});

for (const id of ['nonsense', '00000000-0000-7000-8000-000000000000']) {
  test(`endpoint ${id} is not there`, { tag: '@full' }, async ({ page, faults }) => {
    faults.allow(/status of 404/);
    await signIn(page, EMAIL);
    await page.goto(`/settings/api/webhooks/${id}`);
    await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible();
  });
}

test('shows cards on a phone, with a working replay', { tag: '@full' }, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const { id } = await addEndpoint(page, ['order.created']);
  const rest = await restOf(page.request, EMAIL);
  await rest('POST', `/webhooks/${id}/test`, { event_type: 'order.created' });
  await signIn(page, EMAIL);
  await page.goto('/settings/api/webhooks');
  await page.getByRole('list', { name: 'Webhook endpoints' }).getByRole('link').click();
  await page.waitForURL(`**/settings/api/webhooks/${id}`);
  const card = page.getByRole('list', { name: 'Deliveries' }).getByRole('listitem').first();
  await expect(card).toContainText('Delivered');
  await card.getByRole('button', { name: /^More about / }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Replay order\.created of / })
    .click();
  await receiver.waitFor((request) => receiver.requests.indexOf(request) === 1);
});
