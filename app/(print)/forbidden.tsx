import { LateForbiddenPanel } from '@/components/ui/late-forbidden-panel';

export default function Forbidden() {
  return <LateForbiddenPanel />;
}
