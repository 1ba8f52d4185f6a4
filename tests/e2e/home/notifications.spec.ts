import { expectNoFindings } from '../axe';
import { DEMO, expect, restOf, signIn, test } from '../support';

test('comments on an order, which the other business opens from its bell, and stops its mails', {
  tag: '@full',
}, async ({ page, request, signedInAs }) => {
  const rest = await restOf(request, DEMO.retailer);
  const { data } = await rest<{ data: { id: string; order_number: string }[] }>(
    'GET',
    '/orders?status=pending&limit=1',
  );
  const [order] = data;
  await signIn(page, DEMO.retailer);
  await page.goto(`/orders/${order?.id}`);
  const body = `Back door, please ${Date.now()}`;
  await page.getByRole('textbox', { name: 'Comment' }).fill(body);
  await page.getByRole('button', { name: 'Post comment' }).click();
  await expect(page.getByRole('list', { name: 'Order history' })).toContainText(body);
  await page.getByRole('button', { name: 'Edit delivery' }).click();
  await page.getByRole('textbox', { name: 'PO number' }).fill('PO-9001');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('PO-9001').first()).toBeVisible();

  const other = await signedInAs(DEMO.wholesaler);
  await other.goto('/');
  await other.getByRole('button', { name: /^Notifications/ }).click();
  const panel = other.getByRole('dialog', { name: 'Notifications' });
  await expect(panel.getByRole('link', { name: new RegExp(body) })).toBeVisible();
  await expectNoFindings(other, 'the notifications');
  await panel.getByRole('link', { name: new RegExp(body) }).click();
  await expect(other).toHaveURL(new RegExp(`/orders/${order?.id}$`));
  await expect(other.getByRole('list', { name: 'Order history' })).toContainText(body);

  await other.goto('/settings/notifications');
  const saved = () =>
    other.waitForResponse((answer) => answer.url().includes('notifications.updatePreferences'));
  const [mail] = [
    saved(),
    await other.getByRole('combobox', { name: 'Comments: email' }).selectOption('Off'),
  ];
  await mail;
  const [bell] = [saved(), await other.getByRole('switch', { name: 'Comments: bell' }).click()];
  await bell;
  await other.reload();
  await expect(other.getByRole('combobox', { name: 'Comments: email' })).toHaveValue('off');
  await expect(other.getByRole('switch', { name: 'Comments: bell' })).not.toBeChecked();
});

test('saves a view of a list, applies, renames and deletes it', { tag: '@full' }, async ({ page }) => {
  await signIn(page, DEMO.wholesaler);
  await page.goto('/orders?status=delivered&sort=-total');
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('menuitem', { name: 'Save current view' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Largest sales');
  await page.getByRole('button', { name: 'Save view' }).click();
  await page.goto('/orders');
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('menuitem', { name: 'Largest sales' }).click();
  await expect(page).toHaveURL(/\/orders\?.*sort=-total/);
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('menuitem', { name: 'Manage views' }).click();
  await page.getByRole('button', { name: 'Rename Largest sales' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Top sales');
  await page.getByRole('button', { name: 'Rename view' }).click();
  await page.getByRole('button', { name: 'Delete Top sales' }).click();
  await expect(page.getByText('No views of this list.')).toBeVisible();
});
