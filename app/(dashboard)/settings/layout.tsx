import type { ReactNode } from 'react';
import { requireViewer } from '@/app/runtime';
import { settingsSections } from '@/components/shell/settings-navigation';
import { SettingsShell } from '@/components/shell/settings-shell';

export default async function SettingsLayout({ children }: { children: ReactNode }) {
  const { actor } = await requireViewer('/settings');
  const sections = settingsSections(actor.role, actor.entity.type, actor.locationLimit !== null);
  return <SettingsShell sections={sections}>{children}</SettingsShell>;
}
