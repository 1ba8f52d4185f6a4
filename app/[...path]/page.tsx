import { NotFoundPanel } from '@/components/ui/base/not-found-panel';
import { findViewer, runtime } from '../../components/ui/pages/runtime';
import RootNotFound from '../not-found';

export const metadata = { title: 'Page not found' };

export default async function Page() {
  runtime().stateStatus(404);
  return (await findViewer()) ? <NotFoundPanel /> : <RootNotFound />;
}
