import { guarded } from '@/app/guarded';
import { prefetching } from '@/app/prefetch';
import { requireViewer } from '@/app/runtime';
import { NotificationSettingsPage } from '@/components/notifications/settings-page';

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
