import { findViewer, runtime } from '@/app/runtime';
import { InvitePanel } from '@/components/auth/invite-panel';

export const metadata = { title: 'Invitation', referrer: 'no-referrer' };

export default async function InvitePage({ params }: { params: Promise<{ token: string }> }) {
  const { token } = await params;
  const [link, viewer] = await Promise.all([runtime().readInvitation(token), findViewer()]);
  return <InvitePanel token={token} link={link} signedInAs={viewer?.actor.email ?? null} />;
}
