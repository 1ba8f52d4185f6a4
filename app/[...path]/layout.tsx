import type { ReactNode } from 'react';
import { Frame } from '../../components/ui/pages/frame';
import { findViewer } from '../../components/ui/pages/runtime';

/** Addresses without a page: a member keeps the shell, a visitor has none. */
export default async function Layout({ children }: { children: ReactNode }) {
  const viewer = await findViewer();
  return viewer ? <Frame viewer={viewer}>{children}</Frame> : children;
}
