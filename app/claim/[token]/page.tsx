import { ClaimPanel } from '@/components/partners/claims/claim-panel';
import { findViewer, runtime } from '@/components/ui/pages/runtime';

export const metadata = { title: 'Invitation to your business', referrer: 'no-referrer' };

export default async function ClaimPage({ params }: { params: Promise<{ token: string }> }) {
  const { token } = await params;
  const [link, viewer] = await Promise.all([runtime().readBusinessInvitation(token), findViewer()]);
  return <ClaimPanel token={token} link={link} signedInAs={viewer?.actor.email ?? null} />;
}
