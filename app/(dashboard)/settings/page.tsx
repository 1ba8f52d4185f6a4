import { notFound, redirect } from 'next/navigation';
import { requireViewer } from '@/app/runtime';
import { settingsSections } from '@/components/shell/settings-navigation';

export const metadata = { title: 'Settings' };

export default async function Page() {
  const { actor } = await requireViewer('/settings');
  const [first] = settingsSections(actor.role, actor.entity.type);
  if (!first) notFound();
  redirect(first.href);
}
