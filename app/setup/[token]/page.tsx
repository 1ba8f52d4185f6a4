import { runtime } from '@/app/runtime';
import { SetupPanel } from '@/components/setup/setup-panel';

export const metadata = { title: 'Setup', referrer: 'no-referrer' };

export default async function SetupPage({ params }: { params: Promise<{ token: string }> }) {
  const { token } = await params;
  return <SetupPanel token={token} state={await runtime().setupLinkState(token)} />;
}
