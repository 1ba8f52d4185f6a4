import type { ReactNode } from 'react';
import { PublicFrame } from '@/components/home/public/public-frame';

/** Pages for everyone: they read no session, so that caches may keep them (decision 446). */
export default function PublicLayout({ children }: { children: ReactNode }) {
  return <PublicFrame>{children}</PublicFrame>;
}
