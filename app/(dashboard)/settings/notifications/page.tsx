import { NotificationSettingsPage } from '@/components/home/notifications/settings-page';
import { guarded } from '@/components/ui/pages/guarded';
import { prefetching } from '@/components/ui/pages/prefetch';
import { requireViewer } from '@/components/ui/pages/runtime';

export const metadata = { title: 'Notification settings' };

async function Page() {
  const viewer = await requireViewer('/settings/notifications');
  const preferences = await viewer.caller.notifications.preferences({});
  const { give, HydrateClient } = prefetching(viewer);
  give('notifications.preferences', {}, preferences);
  return (
    <HydrateClient>
      <NotificationSettingsPage first={preferences} />
    </HydrateClient>
  );
}

export default guarded(Page, 'an admin or owner');
