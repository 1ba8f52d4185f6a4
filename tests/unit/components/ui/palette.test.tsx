// @vitest-environment happy-dom
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { CommandPalette } from '@/components/ui/shell/command-palette';
import { navigationFor } from '@/components/ui/shell/navigation';
import { recentOf } from '@/components/ui/shell/palette-recent';
import type { PaletteResult, PaletteSearch } from '@/components/ui/shell/palette-types';
import { settingsSections } from '@/components/ui/shell/settings-navigation';
import { permissionsOf } from '@/server/kernel/permissions';

afterEach(() => {
  cleanup();
  localStorage.clear();
});

function open(search?: PaletteSearch) {
  const onNavigate = vi.fn();
  render(
    <CommandPalette
      open
      onOpenChange={() => {}}
      pages={navigationFor('owner', 'wholesaler').pages}
      sections={settingsSections('owner', 'wholesaler')}
      creations={[{ label: 'Product', href: '/products/new', keys: 'C P' }]}
      owner="sam@shop.example"
      type="wholesaler"
      permissions={permissionsOf('owner', 'wholesaler')}
      isLimited={false}
      search={search}
      onNavigate={onNavigate}
      onShortcuts={() => {}}
      onSignOut={() => {}}
    />,
  );
  return { onNavigate, field: screen.getByRole('combobox', { name: 'Search and commands' }) };
}

const options = () => screen.queryAllByRole('option').map((option) => option.textContent);

test('opens a filtered list from a part of its name', async () => {
  const user = userEvent.setup();
  const { onNavigate, field } = open();
  await user.type(field, 'low st');
  await waitFor(() => expect(options()).toEqual(['Low stock']));
  await user.keyboard('{Enter}');
  expect(onNavigate).toHaveBeenCalledWith('/inventory?low_stock=true');
});

test('lists what starts with the query before what contains it', async () => {
  const user = userEvent.setup();
  const { field } = open();
  await user.type(field, 'api');
  await waitFor(() =>
    expect(options()).toEqual(['API & webhooksSettings', 'Manage API keys', 'Read the API reference']),
  );
});

test('shows the results of the last query, whichever response comes last', async () => {
  const user = userEvent.setup();
  const responses = new Map<string, (results: PaletteResult[]) => void>();
  const { field } = open((query) => new Promise((resolve) => responses.set(query, resolve)));
  const result = (id: string): PaletteResult => ({ id, label: id, href: `/orders/${id}` });
  await user.type(field, 'ORD');
  await waitFor(() => expect(responses.has('ORD')).toBe(true));
  await user.type(field, '-2');
  await waitFor(() => expect(responses.has('ORD-2')).toBe(true));
  responses.get('ORD-2')?.([result('ORD-2')]);
  await screen.findByRole('option', { name: 'ORD-2' });
  responses.get('ORD')?.([result('ORD-1')]);
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(options()).toEqual(['ORD-2']);
});

test('lists what was chosen last first, and no other member sees it', async () => {
  const user = userEvent.setup();
  const { field } = open();
  await user.type(field, 'low st{Enter}');
  cleanup();
  open();
  expect(screen.getByRole('group', { name: 'Recent · 1' }).textContent).toContain('Low stock');
  expect(options()[0]).toBe('Low stock');
  cleanup();
  expect(recentOf('other@shop.example')).toEqual([]);
});

test('counts what each group has, and shows the keys of an action', async () => {
  const user = userEvent.setup();
  const { field } = open();
  await user.type(field, 'new product');
  await waitFor(() => expect(options()).toEqual(['New productCP']));
  expect(screen.getByText('Actions · 1')).toBeTruthy();
});

test('opens the first result of an Enter that came before the results, and appends nothing to its text', async () => {
  const user = userEvent.setup();
  const search: PaletteSearch = async (query) => {
    await new Promise((resolve) => setTimeout(resolve, 500));
    return [{ id: query, label: query, href: `/orders/${query}` }];
  };
  const { onNavigate, field } = open(search);
  await user.type(field, 'ORD-1{Enter}');
  expect(onNavigate).not.toHaveBeenCalled();
  await waitFor(() => expect(onNavigate).toHaveBeenCalledWith('/orders/ORD-1'));
  await user.type(field, 'ORD-2{Enter}');
  await user.keyboard('ORD-3');
  expect(field).toHaveProperty('value', 'ORD-3');
  await screen.findByRole('option', { name: 'ORD-3' });
  await user.keyboard('{Enter}');
  await waitFor(() => expect(onNavigate.mock.calls).toEqual([['/orders/ORD-1'], ['/orders/ORD-3']]));
});

test('marks a result whenever results change, so that Enter opens one', async () => {
  const user = userEvent.setup();
  const search: PaletteSearch = async (query) => {
    await new Promise((resolve) => setTimeout(resolve, 50));
    return ['a', 'b'].map((id) => ({
      id: `${query}-${id}`,
      label: `${query} ${id}`,
      href: `/orders/${query}-${id}`,
    }));
  };
  const { onNavigate, field } = open(search);
  for (const query of ['zzq', 'zzw', 'zzr']) {
    await user.clear(field);
    await user.type(field, query);
    const option = await screen.findByRole('option', { name: `${query} a` });
    await waitFor(() => expect(option.getAttribute('aria-selected')).toBe('true'));
  }
  await user.keyboard('{Enter}');
  expect(onNavigate).toHaveBeenCalledWith('/orders/zzr-a');
});
