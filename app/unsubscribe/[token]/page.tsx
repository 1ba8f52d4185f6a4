import { ReportSenderPanel } from '@/components/home/notifications/report-sender-panel';
import { UnsubscribePanel } from '@/components/home/notifications/unsubscribe-panel';
import { runtime } from '@/components/ui/pages/runtime';

export const metadata = { title: 'Unsubscribe', referrer: 'no-referrer' };

export default async function UnsubscribePage({ params }: { params: Promise<{ token: string }> }) {
  const { token } = await params;
  const link = await runtime().unsubscribableBy(token);
  if (link && link.name === null) return <ReportSenderPanel token={token} />;
  return <UnsubscribePanel token={token} subject={link?.name ?? null} />;
}
