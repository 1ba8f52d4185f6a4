import { expect, type Locator } from '@playwright/test';
import { generateSync } from 'otplib';
import { addEndpointOverRest, DEMO, placeOrderOverRest, restOf } from '../../tests/e2e/support';
import { openReceiver } from '../../tests/setup/receiver';
import type { Hands } from './hands';

export interface Job {
  name: string;
  /** Acts at most. */
  budget: number;
  as: keyof typeof DEMO;
  /** Where the person is when the job begins. */
  from: string | ((hands: Hands) => Promise<string>);
  run: (hands: Hands) => Promise<void>;
}

const PENDING = 20;
const row = (hands: Hands, index: number): Locator => hands.page.locator('tbody tr').nth(index);

async function placeOrders(hands: Hands, orders: number): Promise<void> {
  for (let i = 0; i < orders; i++) await placeOrderOverRest(hands.page);
}

/** An endpoint with a failed delivery. @returns its page */
async function failingEndpoint({ page }: Hands): Promise<string> {
  const receiver = await openReceiver();
  receiver.answer((_request, response) => response.writeHead(503).end());
  const { id } = await addEndpointOverRest(page.request, DEMO.wholesalerAdmin, {
    url: receiver.url,
    events: ['*'],
  });
  const rest = await restOf(page.request, DEMO.wholesalerAdmin);
  const sent = receiver.waitFor(() => true);
  await rest('POST', `/webhooks/${id}/test`, { event_type: 'order.created' });
  await sent;
  await receiver.close();
  return `/settings/api/webhooks/${id}`;
}

/** The jobs of the acts table, each from the page where it comes up. */
export const JOBS: readonly Job[] = [
  {
    name: 'adjust one item',
    budget: 2,
    as: 'retailerManager',
    from: '/inventory?room_type=vault&sort=-sellable_quantity',
    async run(hands) {
      await row(hands, 0).hover();
      await hands.press('e');
      await expect(hands.page.getByLabel('Change', { exact: true })).toBeFocused();
      await hands.type('-1');
      await hands.press('Enter');
      await expect(hands.page.getByRole('button', { name: 'Undo' })).toBeVisible();
    },
  },
  {
    name: 'see who changed an item',
    budget: 1,
    as: 'retailerManager',
    from: '/inventory?sort=-sellable_quantity',
    async run(hands) {
      await hands.click(row(hands, 0).getByRole('link', { name: /^History of / }));
      await expect(hands.page.getByRole('list', { name: 'History, newest first' })).toBeVisible();
    },
  },
  {
    name: 'move 20 items from the vault to the floor',
    budget: 4,
    as: 'wholesalerManager',
    from: '/inventory?room_type=vault&sort=-sellable_quantity',
    async run(hands) {
      await hands.click(row(hands, 0).getByRole('checkbox'));
      await hands.click(row(hands, 19).getByRole('checkbox'), ['Shift']);
      await hands.click(hands.page.getByRole('button', { name: 'Transfer', exact: true }));
      const dialog = hands.page.getByRole('dialog', { name: 'Transfer 20 items' });
      await hands.click(dialog.getByRole('button', { name: 'Transfer', exact: true }));
      await expect(hands.page.getByText('20 items moved')).toBeVisible();
    },
  },
  {
    name: 'reorder low stock from a supplier',
    budget: 4,
    as: 'retailer',
    from: '/',
    async run(hands) {
      const { page } = hands;
      const main = page.getByRole('navigation', { name: 'Main' });
      await hands.click(main.getByRole('link', { name: 'Reorder' }));
      await hands.click(page.getByRole('button', { name: /^Add to cart from / }).first());
      await hands.click(page.getByRole('button', { name: /^Place order/ }).first());
      await expect(page.getByRole('heading', { level: 1, name: /^ORD-/ })).toBeVisible();
    },
  },
  {
    name: 'print a packing slip',
    budget: 3,
    as: 'wholesaler',
    from: '/orders?status=preparing',
    async run(hands) {
      const { page } = hands;
      await hands.click(row(hands, 0).getByRole('checkbox'));
      await hands.click(page.getByRole('button', { name: 'Print' }));
      const slip = page.waitForEvent('download');
      await hands.click(page.getByRole('menuitem', { name: 'Packing slips' }));
      expect((await slip).suggestedFilename()).toMatch(/^packing-slip-ORD-.+\.pdf$/);
    },
  },
  {
    name: 'repeat the last order',
    budget: 3,
    as: 'retailer',
    from: '/orders',
    async run(hands) {
      await hands.click(row(hands, 0).getByRole('link').first());
      const number = hands.page.getByRole('heading', { level: 1, name: /^ORD-/ });
      const before = await number.textContent();
      await hands.click(hands.page.getByRole('button', { name: 'Order again' }));
      await hands.click(hands.page.getByRole('button', { name: 'Place order' }));
      await expect(number).not.toHaveText(before ?? '');
    },
  },
  {
    name: 'accept an order',
    budget: 1,
    as: 'wholesaler',
    async from(hands) {
      await placeOrders(hands, 1);
      return '/orders?status=pending';
    },
    async run(hands) {
      const name = (await row(hands, 0).getByRole('link').first().textContent()) ?? '';
      await row(hands, 0).hover();
      await hands.press('a');
      await expect(hands.page.getByRole('link', { name })).toHaveCount(0);
    },
  },
  {
    name: `accept ${PENDING} pending orders`,
    budget: 4,
    as: 'wholesaler',
    async from(hands) {
      await placeOrders(hands, PENDING);
      return '/';
    },
    async run(hands) {
      const { page } = hands;
      await hands.click(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /^Sales/ }));
      await hands.click(
        page.getByRole('navigation', { name: 'Sales by status' }).getByRole('link', { name: /^Pending/ }),
      );
      await expect(page).toHaveURL(/status=pending/);
      await hands.click(page.getByRole('checkbox', { name: 'Select all rows on this page' }));
      await hands.click(page.getByRole('button', { name: /^Accept \d+ orders$/ }));
      await expect(page.getByText(/^\d+ orders accepted$/)).toBeVisible();
    },
  },
  {
    name: 'invite a manager to two locations',
    budget: 6,
    as: 'retailer',
    from: '/settings/team',
    async run(hands) {
      await hands.click(hands.page.getByRole('button', { name: 'Invite member' }).first());
      const dialog = hands.page.getByRole('dialog', { name: 'Invite member' });
      await hands.type(`bench-${Date.now()}@demo.test`, dialog.getByLabel('Email'));
      await hands.choose(dialog.getByLabel('Role'), 'manager');
      const all = dialog.getByLabel('All locations');
      if (await all.isChecked()) await hands.click(all);
      const places = dialog.getByRole('listitem').getByRole('checkbox');
      await hands.click(places.nth(0));
      await hands.click(places.nth(1));
      await hands.click(dialog.getByRole('button', { name: 'Send invitation' }));
      await expect(dialog).toBeHidden();
    },
  },
  {
    name: 'turn on two-factor authentication',
    budget: 5,
    as: 'wholesaler2',
    from: '/settings/security',
    async run(hands) {
      const { page } = hands;
      await hands.click(page.getByRole('button', { name: 'Turn on two-factor authentication' }));
      const setup = page.getByRole('dialog', { name: 'Set up two-factor authentication' });
      const secret = String(await setup.locator('code').textContent()).replaceAll(' ', '');
      await hands.type(generateSync({ secret }), setup.getByLabel('Code', { exact: true }));
      await hands.press('Enter');
      const codes = page.getByRole('dialog', { name: 'Two-factor authentication is on' });
      await hands.click(codes.getByRole('button', { name: 'Done' }));
      await expect(page.getByRole('button', { name: 'Turn off two-factor authentication' })).toBeVisible();
    },
  },
  {
    name: 'receive a first signed test event',
    budget: 6,
    as: 'wholesalerAdmin',
    from: '/settings/api/webhooks',
    async run(hands) {
      const { page } = hands;
      const receiver = await openReceiver();
      await hands.click(page.getByRole('button', { name: 'Add endpoint' }).first());
      const form = page.getByRole('dialog', { name: 'Add endpoint' });
      await hands.type(receiver.url, form.getByLabel('URL'));
      await hands.click(form.getByRole('button', { name: 'Add endpoint' }));
      const added = page.getByRole('dialog', { name: 'Endpoint added' });
      await hands.click(added.getByRole('button', { name: 'Send test event' }));
      await receiver.waitFor((request) => request.headers['webhook-signature'] !== undefined);
      await receiver.close();
    },
  },
  {
    name: 'replay every failure of an hour',
    budget: 3,
    as: 'wholesalerAdmin',
    from: failingEndpoint,
    async run(hands) {
      const { page } = hands;
      await hands.click(page.getByRole('button', { name: 'Replay failed since…' }));
      const dialog = page.getByRole('dialog', { name: 'Replay failed deliveries' });
      await hands.click(dialog.getByRole('button', { name: '1 hour' }));
      await hands.click(dialog.getByRole('button', { name: 'Replay failed' }));
      await expect(page.getByText(/replayed$|^Nothing failed since then$/)).toBeVisible();
    },
  },
];
