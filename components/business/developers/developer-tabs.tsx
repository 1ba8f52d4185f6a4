import { ViewTabs } from '@/components/ui/base/view-tabs';

const TABS = [
  { key: 'api', label: 'API', href: '/settings/api' },
  { key: 'keys', label: 'API keys', href: '/settings/api/keys' },
  { key: 'webhooks', label: 'Webhooks', href: '/settings/api/webhooks' },
  { key: 'assistants', label: 'Assistants', href: '/settings/api/assistants' },
  { key: 'reference', label: 'Reference', href: '/settings/api/reference' },
] as const;

/** The way between the pages for developers, below the heading of each. */
export function DeveloperTabs({ current }: { current: (typeof TABS)[number]['key'] }) {
  return <ViewTabs label="Developers" tabs={TABS} current={current} />;
}
