import { OfflinePage } from '@/components/stock/counts/offline-page';

export const metadata = { title: 'Offline' };

/** What a browser shows without a network: a page without data, which goes on with what the device keeps. */
export default function Offline() {
  return <OfflinePage />;
}
