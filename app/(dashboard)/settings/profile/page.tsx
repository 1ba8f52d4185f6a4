import { guarded } from '@/app/guarded';
import { requireViewer } from '@/app/runtime';
import { ProfilePage } from '@/components/account/profile-page';

export const metadata = { title: 'Profile' };

async function Page() {
  await requireViewer('/settings/profile');
  return <ProfilePage />;
}

export default guarded(Page, 'an admin or owner');
