// @vitest-environment happy-dom
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { usePaletteSearch } from '@/components/ui/providers/palette-search';
import { CommandPalette } from '@/components/ui/shell/command-palette';
import type { PaletteSearch } from '@/components/ui/shell/palette-types';
import { SEARCH_KINDS } from '@/server/features/search/schema';
import { permissionsOf } from '@/server/kernel/permissions';
import { showPage } from '../../../setup/browser-page';

afterEach(() => {
  cleanup();
  localStorage.clear();
});

const result = (kind: string, fields: object = {}) => ({
  kind,
  id: `id-${kind}`,
  title: `Title ${kind}`,
  subtitle: null,
  number: null,
  status: null,
  match: 'name',
  path: `/${kind}`,
  location_id: null,
  updated_at: '2026-01-02T15:04:05.000Z',
  ...fields,
});

function Palette({ onSearch }: { onSearch: (search: PaletteSearch) => void }) {
  onSearch(usePaletteSearch());
  return null;
}

/** The palette's search over a server that finds these. */
function searchOf(data: object[], more: string[] = []) {
  let search: PaletteSearch | undefined;
  const { calls } = showPage(
    <Palette
      onSearch={(one) => {
        search = one;
      }}
    />,
    () => ({ data, searched: [], more }),
  );
  return { calls, find: (query: string) => act(async () => search?.(query, new AbortController().signal)) };
}

test('lists every kind under a heading, with its page, in the order of the server', async () => {
  const { find, calls } = searchOf(SEARCH_KINDS.map((kind) => result(kind)));
  const found = await find('harbor');
  expect(found?.map(({ href }) => href)).toEqual(SEARCH_KINDS.map((kind) => `/${kind}`));
  expect(new Set(found?.map(({ group }) => group)).size).toBe(SEARCH_KINDS.length);
  expect(calls.map(({ path }) => path)).toEqual(['search.all']);
});

test('asks for what the server takes: eight words, 100 characters', async () => {
  const { find, calls } = searchOf([]);
  await find('  a b c d e f g h i j ');
  await find(`${'x'.repeat(99)} yy`);
  expect(calls.map(({ input }) => input)).toEqual([{ q: 'a b c d e f g h' }, { q: 'x'.repeat(99) }]);
});

test('shows titles, what tells them apart, states and close matches, and opens one by Enter', async () => {
  const user = userEvent.setup();
  const { find } = searchOf(
    [
      result('order', { title: 'ORD-7', subtitle: 'Harbor Shop · $12.00', status: 'cancelled' }),
      result('invoice', { title: 'INV-7', status: 'settled', match: 'close' }),
    ],
    ['invoice'],
  );
  const found = (await find('harbor')) ?? [];
  cleanup();
  const onNavigate = vi.fn();
  render(
    <CommandPalette
      open
      onOpenChange={() => {}}
      pages={[]}
      sections={[]}
      creations={[]}
      owner="sam@shop.example"
      type="wholesaler"
      permissions={permissionsOf('owner', 'wholesaler')}
      isLimited={false}
      search={async () => found}
      onNavigate={onNavigate}
      onShortcuts={() => {}}
      onSignOut={() => {}}
    />,
  );
  await user.type(screen.getByRole('combobox'), 'harbor');
  await waitFor(() => expect(screen.queryAllByRole('option')).toHaveLength(2));
  expect(screen.queryAllByRole('option').map((option) => option.textContent)).toEqual([
    'ORD-7Harbor Shop · $12.00Canceled',
    'INV-7Close match',
  ]);
  expect(screen.getByRole('group', { name: 'Orders · 1' })).toBeTruthy();
  expect(screen.getByRole('group', { name: 'Invoices · 1+' })).toBeTruthy();
  await user.keyboard('{ArrowDown}{Enter}');
  expect(onNavigate).toHaveBeenCalledWith('/invoice');
});
