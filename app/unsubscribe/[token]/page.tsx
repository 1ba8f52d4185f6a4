import { runtime } from '@/app/runtime';
import { UnsubscribePanel } from '@/components/notifications/unsubscribe-panel';

export const metadata = { title: 'Unsubscribe', referrer: 'no-referrer' };

export default async function UnsubscribePage({ params }: { params: Promise<{ token: string }> }) {
  const { token } = await params;
  return <UnsubscribePanel token={token} subject={await runtime().unsubscribableBy(token)} />;
}
