import { NotFoundPanel } from '@/components/ui/not-found-panel';
import RootNotFound from '../not-found';
import { findViewer } from '../runtime';

export { metadata } from '../not-found';

export default async function NotFound() {
  return (await findViewer()) ? <NotFoundPanel /> : <RootNotFound />;
}
