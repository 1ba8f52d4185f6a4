import { requireViewer } from '@/app/runtime';
import { ProfilePage } from '@/components/account/profile-page';

export const metadata = { title: 'Profile' };

export default async function Page() {
  await requireViewer('/settings/profile');
  return <ProfilePage />;
}
