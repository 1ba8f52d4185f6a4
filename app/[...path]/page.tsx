import { NotFoundPanel } from '@/components/ui/not-found-panel';
import RootNotFound from '../not-found';
import { findViewer, runtime } from '../runtime';

export const metadata = { title: 'Page not found' };

export default async function Page() {
  runtime().stateStatus(404);
  return (await findViewer()) ? <NotFoundPanel /> : <RootNotFound />;
}
