import { DEMO, expect, restOf, signIn, test } from '../support';

const REFERENCE = '/settings/api/reference';

test.afterEach(async ({ request }) => {
  const rest = await restOf(request, DEMO.retailerAdmin);
  const { data } = await rest<{ data: { id: string }[] }>('GET', '/api-keys?limit=100');
  for (const { id } of data) await rest('DELETE', `/api-keys/${id}`);
});

test('finds an operation, shows its examples and sends it with an API key', { tag: '@full' }, async ({
  page,
  faults,
}) => {
  faults.allow(/status of 401/);
  await signIn(page, DEMO.retailerAdmin);
  const rest = await restOf(page.request, DEMO.retailerAdmin);
  const { secret } = await rest<{ secret: string }>('POST', '/api-keys', {
    name: 'Reference',
    permissions: ['read:locations'],
  });

  await page.goto(REFERENCE);
  await expect(page.getByRole('heading', { level: 1, name: 'API reference' })).toBeVisible();
  await page.getByRole('textbox', { name: 'Search operations' }).fill('locations list');
  await expect(page).toHaveURL(/q=locations/);
  await expect(page.getByRole('status').filter({ hasText: '1 operation' })).toBeVisible();
  await page.getByRole('link', { name: /GET.*\/api\/v1\/entity\/locations/ }).click();
  await expect(page).toHaveURL(`${REFERENCE}/entity_locations_list`);

  const example = page.getByRole('region', { name: 'Example request', exact: true });
  await expect(example).toContainText('curl -sS');
  await page.getByRole('button', { name: 'Python' }).click();
  await expect(example).toContainText('requests.get(');
  await page.reload();
  await expect(example).toContainText('requests.get(');

  await page.getByRole('button', { name: 'Open request form' }).click();
  const form = page.getByRole('form', { name: 'Request' });
  await form.getByLabel('API key').fill('tlk_wrong');
  await form.getByLabel('limit').fill('1');
  await form.getByRole('button', { name: 'Send GET' }).click();
  const response = page.getByRole('region', { name: 'Response', exact: true });
  await expect(response.getByRole('status')).toContainText('401 Unauthorized');
  await form.getByLabel('API key').fill(secret);
  await form.getByRole('button', { name: 'Send GET' }).click();
  await expect(response.getByRole('status')).toContainText('200 OK');
  await expect(response.getByRole('region', { name: 'Response body' })).toContainText('"limit": 1');
});

test('leads links into the earlier reference to the page of the operation', { tag: '@full' }, async ({
  page,
}) => {
  await signIn(page, DEMO.wholesaler);
  await page.goto(`${REFERENCE}#/Orders/orders_create`);
  await expect(page.getByRole('heading', { level: 1, name: /Place an order/ })).toBeVisible();
  await page.getByRole('link', { name: 'order.created' }).click();
  await expect(page).toHaveURL(`${REFERENCE}/on_order_created`);
  await expect(page.getByRole('region', { name: 'Example payload' })).toContainText('"order.created"');
});

test('shows a manager a 403 and no navigation entry', { tag: '@full' }, async ({ page, faults }) => {
  faults.allow(/403/);
  await signIn(page, DEMO.retailerManager);
  await page.goto('/settings');
  const sections = page.getByRole('navigation', { name: 'Settings' });
  await expect(sections.getByRole('link', { name: 'API & webhooks' })).toHaveCount(0);
  await page.goto(REFERENCE);
  await expect(page.getByText(/an admin or owner/)).toBeVisible();
});
