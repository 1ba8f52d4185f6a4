import { countActs } from '../acts';
import { expectNoFindings } from '../axe';
import { DEMO, expect, signIn, test } from '../support';

test('invites a manager to two locations in six acts, resends and revokes the invitation', async ({
  page,
}) => {
  await signIn(page, DEMO.retailer);
  await page.goto('/settings/team');
  const email = `guest.${Date.now()}@demo.test`;
  const acts = await countActs(page);
  await page.getByRole('button', { name: 'Invite member' }).click();
  const dialog = page.getByRole('dialog', { name: 'Invite member' });
  await dialog.getByLabel('Email').fill(email);
  await dialog.getByRole('checkbox', { name: 'All locations' }).click();
  await dialog.getByRole('checkbox', { name: 'Berkeley' }).click();
  await dialog.getByRole('checkbox', { name: 'Downtown Oakland' }).click();
  await expectNoFindings(page, 'the invitation form');
  await dialog.getByRole('button', { name: 'Send invitation' }).click();
  await expect(dialog).toHaveCount(0);
  acts.expectAtMost(6);

  const row = page.getByRole('table', { name: 'Pending invitations' }).getByRole('row', { name: email });
  await expect(row).toContainText('Manager');
  await expect(row).toContainText('Downtown Oakland, Berkeley');
  await row.getByRole('button', { name: `Resend invitation to ${email}` }).click();
  await expect(page.getByText('Invitation resent')).toBeVisible();
  await row.getByRole('button', { name: `Revoke invitation to ${email}` }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke invitation' }).click();
  await expect(page.getByText(email, { exact: true })).toHaveCount(0);
});

test('protects the only owner, and shows a manager the team without controls', { tag: '@full' }, async ({
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

test('requests a connection, which the other business accepts, and ends it', { tag: '@full' }, async ({
  page,
  signedInAs,
}) => {
  await signIn(page, DEMO.retailer);
  await page.goto('/suppliers');
  await page.getByRole('button', { name: 'Add supplier' }).click();
  await page.getByRole('textbox', { name: 'Search the directory' }).fill('delta');
  await expect(page.getByRole('list', { name: 'Businesses' }).getByRole('listitem')).toHaveCount(1);
  await expectNoFindings(page, 'the directory');
  await page.getByRole('button', { name: 'Write a message to Delta Ridge Wholesale' }).click();
  const dialog = page.getByRole('dialog', { name: 'Connect with Delta Ridge Wholesale' });
  await dialog.getByLabel('Message').fill('May we carry your flower?');
  await dialog.getByRole('button', { name: 'Send request' }).click();
  await expect(page.getByRole('row', { name: /Delta Ridge/ })).toContainText('Awaiting their response');

  const other = await signedInAs(DEMO.wholesaler2);
  await other.goto('/customers');
  const requests = other.getByRole('table', { name: 'Pending requests' });
  await expect(requests.getByRole('row', { name: /Harbor & Pine/ })).toContainText('Awaiting your response');
  await other.getByRole('button', { name: 'Accept Harbor & Pine' }).click();
  await expect(requests).toHaveCount(0);
  await expect(
    other.getByRole('table', { name: 'Customers', exact: true }).getByRole('row', { name: /Harbor & Pine/ }),
  ).toContainText('On board');

  await page.goto('/suppliers?status=accepted');
  await page.getByRole('link', { name: 'Delta Ridge Wholesale' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Delta Ridge Wholesale');
  await expect(page.getByText('C11-0001544-LIC')).toBeVisible();
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'End connection' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'End connection' }).click();
  await expect(page).toHaveURL('/suppliers');
  await expect(page.getByRole('row', { name: /Delta Ridge/ })).toHaveCount(0);
});

test('adds and invites a customer that is not on board in three acts, and changes it in place', {
  tag: '@full',
}, async ({ page }) => {
  await signIn(page, DEMO.wholesaler);
  await page.goto('/customers');
  await page.getByRole('link', { name: 'Add customer' }).click();
  const license = `C10-${String(Date.now()).slice(-7)}-LIC`;
  const fill = async () => {
    for (const [label, text] of [
      ['Name', 'Grand Lake Greens'],
      ['License number', license],
      ['Street', '3200 Grand Avenue'],
      ['City', 'Oakland'],
      ['State', 'CA'],
      ['ZIP code', '94610'],
    ] as const) {
      await page.getByRole('textbox', { name: label, exact: true }).fill(text);
    }
  };
  await fill();
  await page.getByRole('textbox', { name: 'Email (optional)' }).fill(`${license.toLowerCase()}@lake.example`);
  await page.getByRole('checkbox', { name: 'Invite by email' }).check();
  await page.getByRole('button', { name: 'Add customer' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Grand Lake Greens');
  await expect(page.getByText('Invitation sent')).toBeVisible();
  await expect(page.getByText('No orders yet')).toBeVisible();

  await page.getByRole('button', { name: 'Add contact' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Nora Quintana');
  await page.getByRole('textbox', { name: 'Phone (optional)' }).fill('(510) 555-0171');
  await page.getByRole('button', { name: 'Save contact' }).click();
  await expect(page.getByRole('link', { name: '(510) 555-0171' })).toHaveAttribute(
    'href',
    'tel:(510) 555-0171',
  );
  await page.getByLabel('Representative').selectOption('Theo Lindqvist (you)');

  await page.getByRole('link', { name: 'Details' }).click();
  await page.getByLabel('Nickname').fill('The Lake');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Retailer · The Lake')).toBeVisible();

  await page.goto('/customers/new');
  await fill();
  await page.getByRole('button', { name: 'Add customer' }).click();
  await expect(page.getByText('You already have a customer with this license.')).toBeVisible();
  await page.getByRole('link', { name: 'Open this customer' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard changes' }).click();
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Delete customer' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete customer' }).click();
  await expect(page).toHaveURL('/customers');
  await expect(page.getByText(license)).toHaveCount(0);
});

test('opens only the partners that an entity type has', { tag: '@full' }, async ({
  page,
  signedInAs,
  faults,
}) => {
  faults.allow(/status of 403/);
  await signIn(page, DEMO.retailer);
  expect((await page.goto('/customers'))?.status()).toBe(403);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText("You don't have access");
  await expect(page.getByRole('link', { name: 'Suppliers' })).toBeVisible();
  await page.getByRole('link', { name: 'Go to Home' }).click();
  await expect(page).toHaveURL('/');
  const farm = await signedInAs(DEMO.cultivator);
  expect((await farm.goto('/suppliers'))?.status()).toBe(403);
  await expect(farm.getByRole('link', { name: 'Customers' })).toBeVisible();
});

test('adds a location, warns about its license, and says why one with stock stays', { tag: '@full' }, async ({
  page,
}) => {
  await signIn(page, DEMO.retailer);
  await page.goto('/settings/locations');
  await page.getByRole('button', { name: 'Add location' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add location' });
  for (const [label, text] of [
    ['Name', 'Alameda'],
    ['Street', '1400 Webster Street'],
    ['City', 'Alameda'],
    ['State', 'CA'],
    ['ZIP code', '94501'],
    ['License number', 'unusual'],
  ] as const) {
    await dialog.getByLabel(label).fill(text);
  }
  await dialog.getByRole('button', { name: 'Add location' }).click();
  const row = page.getByRole('row', { name: /Alameda/ });
  await expect(row).toContainText('License numbers in CA usually look like');
  await row.getByRole('button', { name: 'Delete Alameda' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete location' }).click();
  await expect(row).toHaveCount(0);
  await page.getByRole('button', { name: 'Delete Berkeley' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete location' }).click();
  await expect(page.getByRole('alertdialog').getByRole('alert')).toContainText(/units|order/);
});

test('saves the business and shows its license warning', { tag: '@full' }, async ({
  page,
  signedInAs,
  faults,
}) => {
  faults.allow(/status of 403/);
  await signIn(page, DEMO.retailer);
  await page.goto('/settings/business');
  const number = page.getByLabel('License number');
  const before = await number.inputValue();
  await number.fill('unusual');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText(/License numbers in CA usually look like/)).toBeVisible();
  await number.fill(before);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText(/License numbers in CA usually look like/)).toHaveCount(0);
  const manager = await signedInAs(DEMO.retailerManager);
  expect((await manager.goto('/settings/business'))?.status()).toBe(403);
});
