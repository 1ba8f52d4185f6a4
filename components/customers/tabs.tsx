import { ViewTabs } from '@/components/ui/view-tabs';

const TABS = [
  { key: 'all', label: 'All', href: '/customers' },
  { key: 'claimed', label: 'On board', href: '/customers?status=claimed' },
  { key: 'unclaimed', label: 'Not on board', href: '/customers?status=unclaimed' },
  { key: 'requests', label: 'Requests', href: '/customers/requests' },
];

/** The views of customers; requests for a connection are the last of them. @param waiting requests without a response */
export function CustomerTabs({ current, waiting }: { current: string; waiting: number | null }) {
  return (
    <ViewTabs
      label="Customers by status"
      current={current}
      tabs={TABS.map((tab) => ({ ...tab, count: tab.key === 'requests' ? waiting : null }))}
    />
  );
}
