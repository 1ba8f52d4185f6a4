import { ViewTabs } from '@/components/ui/base/view-tabs';

const TABS = [
  { key: 'products', label: 'By product', href: '/batches' },
  { key: 'all', label: 'All', href: '/batches?view=all' },
  { key: 'expiring', label: 'Expiring', href: '/batches?view=expiring&sort=expires_on' },
  { key: 'held', label: 'Held', href: '/batches?view=held' },
  { key: 'uncertified', label: 'Certificate missing', href: '/batches?view=uncertified' },
  { key: 'recalls', label: 'Recalls', href: '/recalls' },
];

/** The views of batches; recalls are the last of them. @param counts by view, where they are known */
export function BatchTabs({
  current,
  counts = {},
}: {
  current: string;
  counts?: Readonly<Record<string, number | null | undefined>>;
}) {
  return (
    <ViewTabs
      label="Batches by view"
      current={current}
      tabs={TABS.map((tab) => ({ ...tab, count: counts[tab.key] }))}
    />
  );
}
