import { headers } from 'next/headers';
import { QuotePanel } from '@/components/orders/drafts/quote-panel';
import { findViewer, runtime } from '@/components/ui/pages/runtime';

export const metadata = {
  title: 'Quote',
  referrer: 'no-referrer',
  robots: { index: false, follow: false },
};

export default async function QuotePage({ params }: { params: Promise<{ token: string }> }) {
  const { token } = await params;
  const address = (await headers()).get('x-client-address') ?? '';
  const [quote, viewer] = await Promise.all([runtime().readQuoteLink(token, address), findViewer()]);
  if (quote === null || quote === 'limited')
    return <QuotePanel quote={null} isLimited={quote === 'limited'} />;
  const { entity } = viewer?.actor ?? {};
  const isParty = entity?.id === quote.retailer.id || entity?.id === quote.wholesaler.id;
  return <QuotePanel quote={quote} isParty={isParty} />;
}
