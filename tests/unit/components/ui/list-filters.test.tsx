// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { SideFilters } from '@/components/money/side-filters';
import { customersList } from '@/components/partners/customers/list';
import { CustomerTabs } from '@/components/partners/customers/tabs';
import { useListState } from '@/components/ui/data-table/use-list-state';
import { showPage } from '../../../setup/browser-page';
import { navigation, resetNavigation } from '../../../setup/navigation';

vi.setConfig({ testTimeout: 60_000 });
afterEach(() => {
  cleanup();
  resetNavigation();
});

function Tabs() {
  const list = useListState(customersList);
  return <CustomerTabs current="all" waiting={2} hrefWith={list.hrefWith} />;
}

test('the tabs of customers keep the search, the sort and the filters', () => {
  navigation.pathname = '/customers';
  showPage(<Tabs />, () => null, { address: '?q=corner&sort=-created_at&page=3' });
  expect(screen.getByRole('link', { name: 'On board' }).getAttribute('href')).toBe(
    '/customers?q=corner&sort=-created_at&status=claimed',
  );
  expect(screen.getByRole('link', { name: /^Requests/ }).getAttribute('href')).toBe('/customers/requests');
});

test('another side drops the party of the one before', async () => {
  const setFilters = vi.fn();
  const { user } = showPage(
    <SideFilters
      list={{ state: { side: 'selling', party: 'c', from: null, to: null }, setFilters }}
      own="selling"
      hasBoth
      parties={{ selling: [{ id: 'c', name: 'Corner' }], buying: [] }}
      days="Paid between"
    />,
    () => null,
  );
  await user.click(screen.getByRole('button', { name: /^Bought or sold/ }));
  await user.click(await screen.findByRole('option', { name: 'Purchases' }));
  expect(setFilters).toHaveBeenCalledWith({ side: 'buying', party: null });
});
