import { WelcomePage } from '@/components/home/public/welcome-page';
import { runtime } from '@/components/ui/pages/runtime';

export const metadata = {
  title: 'Inventory and wholesale orders for licensed cannabis businesses',
  description:
    'Tallyleaf keeps inventory to the unit and the batch, and moves wholesale orders between retailers, wholesalers and cultivators.',
};
/** Each response has its own script nonce. */
export const dynamic = 'force-dynamic';

export default function Page() {
  const { canSignUp, demo } = runtime();
  return <WelcomePage canSignUp={canSignUp} isDemo={demo !== null} />;
}
