import type { ReactNode } from 'react';
import { Frame } from '../frame';
import { requireViewer } from '../runtime';

export default async function DashboardLayout({ children }: { children: ReactNode }) {
  return <Frame viewer={await requireViewer('/')}>{children}</Frame>;
}
