import type { ReactNode } from 'react';
import { Frame } from '../../components/ui/pages/frame';
import { requireViewer } from '../../components/ui/pages/runtime';

export default async function DashboardLayout({ children }: { children: ReactNode }) {
  return <Frame viewer={await requireViewer('/')}>{children}</Frame>;
}
