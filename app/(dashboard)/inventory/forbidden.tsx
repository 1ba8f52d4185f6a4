import { LateForbiddenPanel } from '@/components/ui/late-forbidden-panel';

export default function Forbidden() {
  return <LateForbiddenPanel needs="a manager, admin or owner" />;
}
