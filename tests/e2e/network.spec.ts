import { expectNoFindings } from './axe';
import { DEMO, expect, signIn, test } from './support';

test('invites a manager to two locations in six acts, resends and revokes the invitation', async ({
  page,
}) => {
  await signIn(page, DEMO.retailer);
  await page.goto('/settings/team');
  const email = `guest.${Date.now()}@demo.test`;
  await page.getByRole('button', { name: 'Invite member' }).click();
  const dialog = page.getByRole('dialog', { name: 'Invite member' });
  await dialog.getByLabel('Email').fill(email);
  await dialog.getByRole('checkbox', { name: 'All locations' }).click();
  await dialog.getByRole('checkbox', { name: 'Berkeley' }).click();
  await dialog.getByRole('checkbox', { name: 'Downtown Oakland' }).click();
  await expectNoFindings(page, 'the invitation form');
  await dialog.getByRole('button', { name: 'Send invitation' }).click();
  await expect(dialog).toHaveCount(0);

  const row = page.getByRole('table', { name: 'Pending invitations' }).getByRole('row', { name: email });
  await expect(row).toContainText('Manager');
  await expect(row).toContainText('Downtown Oakland, Berkeley');
  await row.getByRole('button', { name: `Resend invitation to ${email}` }).click();
  await expect(page.getByText('Invitation sent again')).toBeVisible();
  await row.getByRole('button', { name: `Revoke invitation of ${email}` }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke invitation' }).click();
  await expect(page.getByText(email, { exact: true })).toHaveCount(0);
});

test('protects the only owner, and shows a manager the team without controls', async ({
  page,
  signedInAs,
}) => {
  await signIn(page, DEMO.retailer);
  await page.goto('/settings/team');
  const remove = page.getByRole('button', { name: 'Remove Maya Alvarez' });
  await expect(remove).toBeDisabled();
  await expect(remove).toHaveAttribute('title', /must have at least one owner/);

  const manager = await signedInAs(DEMO.retailerManager);
  await manager.goto('/settings/team');
  await expect(manager.getByRole('row', { name: /Maya Alvarez/ })).toContainText('Owner');
  await expect(manager.getByRole('button', { name: /Invite|Edit|Remove/ })).toHaveCount(0);
});
