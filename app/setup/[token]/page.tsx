import { SetupPanel } from '@/components/business/setup/setup-panel';
import { runtime } from '@/components/ui/pages/runtime';

export const metadata = { title: 'Setup', referrer: 'no-referrer' };

export default async function SetupPage({ params }: { params: Promise<{ token: string }> }) {
  const { token } = await params;
  return <SetupPanel token={token} state={await runtime().setupLinkState(token)} />;
}
