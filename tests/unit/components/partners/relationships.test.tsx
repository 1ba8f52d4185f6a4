// @vitest-environment happy-dom

import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { TRPCClientError } from '@trpc/client';
import { useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { ProductMix } from '@/components/partners/network/product-mix';
import { Contacts } from '@/components/partners/relationships/contacts';
import { SupplierPeople } from '@/components/partners/suppliers/supplier-people';
import { pageOf, showPage } from '../../../setup/browser-page';
import { navigation } from '../../../setup/navigation';

navigation.pathname = '/suppliers/s';
afterEach(cleanup);

const ROBIN = { name: 'Robin Park', role: 'Purchasing', email: 'robin@corner.example', phone: null };
const SAM = { name: 'Sam Lee', role: null, email: null, phone: '(510) 555-0142' };
const SUPPLIER = {
  ...{ id: 's', name: 'Golden Coast', representative_id: null, representative_name: null },
  contacts: [ROBIN, SAM],
};
const MEMBERS = [{ user_id: 'm', name: 'Dana Reyes', email: 'dana@shop.example', status: 'active' }];

const show = (editable = true) =>
  showPage(
    <SupplierPeople id="s" editable={editable} />,
    (path) => (path === 'entity.team.list' ? pageOf(MEMBERS) : SUPPLIER),
    { permissions: ['read:team'] },
  );
const updates = (calls: ReturnType<typeof show>['calls']) =>
  calls.filter(({ path }) => path === 'suppliers.update').map(({ input }) => input);

test('adds, changes and removes a contact where it stands, and sends all of them', async () => {
  const { user, calls } = show();
  const list = within(await screen.findByRole('list', { name: 'Contacts at Golden Coast' }));
  expect(list.getByRole('link', { name: ROBIN.email }).getAttribute('href')).toBe(`mailto:${ROBIN.email}`);
  expect(list.getByRole('link', { name: SAM.phone }).getAttribute('href')).toBe(`tel:${SAM.phone}`);

  await user.click(screen.getByRole('button', { name: 'Add contact' }));
  await user.type(await screen.findByLabelText(/^Name/), ' Kim Ode ');
  await user.type(screen.getByLabelText(/^Email/), 'nowhere');
  await user.click(screen.getByRole('button', { name: 'Save contact' }));
  expect(await screen.findByText('Enter an email address')).toBeTruthy();
  await user.clear(screen.getByLabelText(/^Email/));
  await user.click(screen.getByRole('button', { name: 'Save contact' }));
  const kim = { name: 'Kim Ode', role: null, email: null, phone: null };
  await waitFor(() => expect(updates(calls)).toEqual([{ id: 's', contacts: [ROBIN, SAM, kim] }]));

  await user.click(await screen.findByRole('button', { name: 'Edit Robin Park' }));
  await user.clear(await screen.findByLabelText(/^Role/));
  await user.click(screen.getByRole('button', { name: 'Save contact' }));
  await waitFor(() =>
    expect(updates(calls)[1]).toEqual({ id: 's', contacts: [{ ...ROBIN, role: null }, SAM] }),
  );

  await user.click(await screen.findByRole('button', { name: 'Remove Robin Park' }));
  await waitFor(() => expect(updates(calls)[2]).toEqual({ id: 's', contacts: [SAM] }));
});

test('keeps what was typed of a contact that the server rejects, and offers no 21st', async () => {
  const onSave = vi.fn(() =>
    Promise.reject(
      Object.assign(new TRPCClientError('No.'), { data: { code: 'CONFLICT', details: {}, requestId: null } }),
    ),
  );
  const partner = { name: 'Pier', contacts: Array.from({ length: 20 }, () => SAM) };
  const { user } = showPage(<Contacts partner={partner} editable onSave={onSave} />, () => null);
  expect(screen.queryByRole('button', { name: 'Add contact' })).toBeNull();
  await user.click(screen.getAllByRole('button', { name: 'Edit Sam Lee' })[19] as HTMLElement);
  await user.type(await screen.findByLabelText(/^Role/), 'Driver');
  await user.click(screen.getByRole('button', { name: 'Save contact' }));
  expect(await screen.findByRole('alert')).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>(/^Role/).value).toBe('Driver');
});

/** Contacts that others change, too. */
function Shared({ onSave }: { onSave: () => Promise<void> }) {
  const [contacts, setContacts] = useState([ROBIN, SAM]);
  return (
    <>
      <button type="button" onClick={() => setContacts([SAM])}>
        Robin leaves
      </button>
      <button type="button" onClick={() => setContacts([])}>
        All leave
      </button>
      <Contacts partner={{ name: 'Pier', contacts }} editable onSave={onSave} />
    </>
  );
}

test('changes the contact that was opened, with what was typed, when others change the list meanwhile', async () => {
  const onSave = vi.fn(async () => {});
  const { user } = showPage(<Shared onSave={onSave} />, () => null);
  await user.click(screen.getByRole('button', { name: 'Edit Sam Lee' }));
  await user.type(await screen.findByLabelText(/^Role/), 'Driver');
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Remove Robin Park' }).disabled).toBe(true);
  await user.click(screen.getByRole('button', { name: 'Robin leaves' }));
  await user.click(screen.getByRole('button', { name: 'Save contact' }));
  await waitFor(() => expect(onSave).toHaveBeenLastCalledWith([{ ...SAM, role: 'Driver' }]));

  await user.click(await screen.findByRole('button', { name: 'Edit Sam Lee' }));
  await user.type(await screen.findByLabelText(/^Role/), 'Buyer');
  await user.click(screen.getByRole('button', { name: 'All leave' }));
  expect(screen.getByLabelText<HTMLInputElement>(/^Role/).value).toBe('Buyer');
  await user.click(screen.getByRole('button', { name: 'Save contact' }));
  await waitFor(() => expect(onSave).toHaveBeenLastCalledWith([{ ...SAM, role: 'Buyer' }]));
});

test('chooses the member who looks after it, or none', async () => {
  const { user, calls } = show();
  const select = await screen.findByLabelText('Representative');
  await within(select).findByRole('option', { name: 'Dana Reyes' });
  await user.selectOptions(select, 'Dana Reyes');
  await waitFor(() => expect(updates(calls)).toEqual([{ id: 's', representative_id: 'm' }]));
  await user.selectOptions(select, 'None');
  await waitFor(() => expect(updates(calls)[1]).toEqual({ id: 's', representative_id: null }));
});

test('offers no act to members who only read', async () => {
  show(false);
  expect(await screen.findByText('Robin Park')).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
  expect(screen.queryByRole('combobox')).toBeNull();
});

test('says which products a customer bought in 90 days, by their share', async () => {
  const row = { sku: null, units: 1, previous_units: null, previous_value: null, cost: null, margin: null };
  const { calls } = showPage(<ProductMix partnerId="c" side="wholesaler" />, () => ({
    ...{ side: 'selling', by: 'product', totals: { units: 2, value: 400 } },
    data: [{ ...row, id: 'p', name: 'Blue Dream', value: 300 }],
    pagination: { page: 1, limit: 8, total: 3, has_more: true },
  }));
  expect(await screen.findByRole('link', { name: /^Blue Dream ?: \$300\.00 · 75%$/ })).toBeTruthy();
  expect(screen.getByText('2 other products')).toBeTruthy();
  expect(calls[0]?.input).toMatchObject({ partner_id: 'c', side: 'selling', by: 'product' });
});
