import { LateForbiddenPanel } from '@/components/ui/late-forbidden-panel';

export default function Forbidden() {
  return <LateForbiddenPanel needs="an admin or owner" />;
}
