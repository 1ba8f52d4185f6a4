import { ProfilePage } from '@/components/business/account/profile-page';
import { guarded } from '@/components/ui/pages/guarded';
import { requireViewer } from '@/components/ui/pages/runtime';

export const metadata = { title: 'Profile' };

async function Page() {
  await requireViewer('/settings/profile');
  return <ProfilePage />;
}

export default guarded(Page, 'an admin or owner');
