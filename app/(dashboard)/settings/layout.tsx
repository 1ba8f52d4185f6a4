import type { ReactNode } from 'react';
import { requireViewer, runtime } from '@/components/ui/pages/runtime';
import { settingsSections } from '@/components/ui/shell/settings-navigation';
import { SettingsShell } from '@/components/ui/shell/settings-shell';

export default async function SettingsLayout({ children }: { children: ReactNode }) {
  const { actor } = await requireViewer('/settings');
  const sections = settingsSections(actor.role, actor.entity.type, actor.locationLimit !== null);
  return (
    <SettingsShell sections={sections} version={runtime().version}>
      {children}
    </SettingsShell>
  );
}
