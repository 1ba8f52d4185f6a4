import { ViewTabs } from '@/components/ui/base/view-tabs';

const TABS = [
  { key: 'all', label: 'All', status: null },
  { key: 'claimed', label: 'On board', status: 'claimed' },
  { key: 'unclaimed', label: 'Not on board', status: 'unclaimed' },
] as const;

type Status = (typeof TABS)[number]['status'];

const hrefOf = (status: Status) => (status ? `/customers?status=${status}` : '/customers');

/** The views of customers; requests for a connection are the last of them. @param waiting requests without a response */
export function CustomerTabs({
  current,
  waiting,
  hrefWith = ({ status }) => hrefOf(status),
}: {
  current: string;
  waiting: number | null;
  /** Of the list, whose search, sort and filters stay. */
  hrefWith?: (changes: { status: Status }) => string;
}) {
  return (
    <ViewTabs
      label="Customers by status"
      current={current}
      tabs={[
        ...TABS.map(({ status, ...tab }) => ({ ...tab, href: hrefWith({ status }) })),
        { key: 'requests', label: 'Requests', href: '/customers/requests', count: waiting },
      ]}
    />
  );
}
