import { notFound, redirect } from 'next/navigation';
import { guarded } from '@/components/ui/pages/guarded';
import { requireViewer } from '@/components/ui/pages/runtime';
import { settingsSections } from '@/components/ui/shell/settings-navigation';

export const metadata = { title: 'Settings' };

async function Page(): Promise<never> {
  const { actor } = await requireViewer('/settings');
  const [first] = settingsSections(actor.role, actor.entity.type);
  if (!first) notFound();
  redirect(first.href);
}

export default guarded(Page, 'an admin or owner');
