import type { ReactNode } from 'react';
import { PublicFrame } from '@/components/home/public/public-frame';
import { Frame } from '@/components/ui/pages/frame';
import { findMember } from '@/components/ui/pages/runtime';

/** The guide, for everyone: members read it beside their navigation, except one who can't open any other page. */
export default async function HelpLayout({ children }: { children: ReactNode }) {
  const viewer = await findMember();
  const isIn = viewer !== null && viewer.actor.entity.suspension === null && !viewer.actor.restricted;
  return isIn ? <Frame viewer={viewer}>{children}</Frame> : <PublicFrame>{children}</PublicFrame>;
}
