import type { Page } from '@playwright/test';
import { expectNoFindings } from '../axe';
import { DEMO, expect, restOf, signIn, test } from '../support';

const stamp = Date.now().toString(36).toUpperCase();
/** As LeafLink exports them: an id, names of states, terms by name, line breaks in cells, and columns that we have no place for. */
const CUSTOMERS = `ID,Nickname,Business License Name,License Number,License Type,Ext Acct ID,Address,City,State,Zipcode,Phone,Email,Payment Term,Tier,Delinquent,Archived,Notes
184220,Green Door ${stamp},"Green Door Wellness, LLC",C10-${stamp}-1,Adult-Use Retail,GD-${stamp},"12 Oak St
Unit B",Oakland,California,94607,(510) 555-0144,buyer@example.test,Net 30,Gold,False,False,"Call first
then deliver"
184221,Blue Fern ${stamp},Blue Fern Inc.,C10-${stamp}-2,Medicinal Retail,BF-${stamp},4 Elm,San Jose,CA,95112-1234,,,COD,,True,False,
184222,No State ${stamp},No State Inc.,,Medicinal Retail,,4 Elm,San Jose,Nowhere,95112,,,COD,,,,
`;
const PRODUCTS = `ID,Name,SKU,Category,Wholesale Price,Retail Price,Minimum Order
9,Kush ${stamp},K-${stamp},Moon Rocks,$10.00,$20.00,5
`;

const table = (page: Page, name: string) => page.getByRole('table', { name });
const step = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Steps of the move' }).getByRole('listitem').filter({ hasText: name });

async function drop(page: Page, kind: string, name: string, content: string): Promise<void> {
  await page.getByRole('combobox', { name: 'This file holds' }).click();
  await page.getByRole('option', { name: kind }).click();
  const chosen = { name, mimeType: 'text/csv', buffer: Buffer.from(content) };
  await page.getByLabel(`File of ${kind.toLowerCase()}`).setInputFiles(chosen);
  await expect(page.getByText(`${kind}: ${name}`)).toBeVisible();
}

async function start(page: Page): Promise<void> {
  await page.goto('/settings/integrations');
  await page.getByRole('link', { name: 'Move in' }).click();
  await page.getByRole('button', { name: 'Start' }).click();
  await page.waitForURL(/moving-in\/[0-9a-f-]{36}/);
}

test('moves in from files in five steps, changes nothing before it is applied, and nothing the second time', async ({
  page,
}) => {
  await signIn(page, DEMO.wholesaler);
  const rest = await restOf(page.request, DEMO.wholesaler);
  const customers = async () =>
    (await rest<{ data: unknown[] }>('GET', `/customers?search=${encodeURIComponent(stamp)}`)).data.length;
  await start(page);
  await expect(page.getByRole('button', { name: 'Check files' })).toBeDisabled();
  await drop(page, 'Customers', 'customers.csv', CUSTOMERS);
  await drop(page, 'Products', 'products.csv', PRODUCTS);
  await expectNoFindings(page, 'the source of a move');
  await page.getByRole('button', { name: 'Check files' }).click();

  // A category that isn't known is asked for.
  await page.getByRole('combobox', { name: 'Moon Rocks' }).click();
  await page.getByRole('option', { name: 'concentrates' }).click();
  await expectNoFindings(page, 'the map of a move');
  await page.getByRole('button', { name: 'Save and check again' }).click();
  await expect(page.getByRole('button', { name: 'Apply everything' })).toBeVisible();
  const row = (kind: string) => table(page, 'What would be done').getByRole('row').filter({ hasText: kind });
  await expect(row('Customers').getByRole('cell')).toHaveText(['2', '0', '0', '0', '1', '0', /lines/]);
  await expect(row('Products').getByRole('cell')).toHaveText(['1', '0', '0', '0', '0', '0', /lines/]);
  await expect(page.getByText('Tier (1)')).toBeVisible();
  await row('Customers').getByRole('button', { name: 'Show lines' }).click();
  const line = (name: string) => table(page, 'Lines of the file').getByRole('row').filter({ hasText: name });
  await expect(line(`No State ${stamp}`)).toContainText('License number is missing');
  await line(`Green Door ${stamp}`).getByText('fields not carried').click();
  await expect(line(`Green Door ${stamp}`)).toContainText('Gold');
  await expectNoFindings(page, 'the preview of a move');
  expect(await customers()).toBe(0);

  await page.getByRole('button', { name: 'Apply everything' }).click();
  await expect(table(page, 'What was done')).toBeVisible();
  await expect(step(page, 'Report')).toBeVisible();
  await expect.poll(customers).toBe(2);

  await start(page);
  await drop(page, 'Customers', 'customers.csv', CUSTOMERS);
  await page.getByRole('button', { name: 'Check files' }).click();
  await expect(row('Customers').getByRole('cell')).toHaveText(['0', '0', '2', '0', '1', '0', /lines/]);
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.waitForURL(/moving-in$/);
});
