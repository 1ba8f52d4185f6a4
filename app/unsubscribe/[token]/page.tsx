import { runtime } from '@/app/runtime';
import { ReportSenderPanel } from '@/components/notifications/report-sender-panel';
import { UnsubscribePanel } from '@/components/notifications/unsubscribe-panel';

export const metadata = { title: 'Unsubscribe', referrer: 'no-referrer' };

export default async function UnsubscribePage({ params }: { params: Promise<{ token: string }> }) {
  const { token } = await params;
  const link = await runtime().unsubscribableBy(token);
  if (link && link.name === null) return <ReportSenderPanel token={token} />;
  return <UnsubscribePanel token={token} subject={link?.name ?? null} />;
}
