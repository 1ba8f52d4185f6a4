import { InvitePanel } from '@/components/business/auth/invite-panel';
import { findViewer, runtime } from '@/components/ui/pages/runtime';

export const metadata = { title: 'Invitation', referrer: 'no-referrer' };

export default async function InvitePage({ params }: { params: Promise<{ token: string }> }) {
  const { token } = await params;
  const [link, viewer] = await Promise.all([runtime().readInvitation(token), findViewer()]);
  return <InvitePanel token={token} link={link} signedInAs={viewer?.actor.email ?? null} />;
}
