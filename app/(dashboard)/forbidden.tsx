import { ForbiddenPanel } from '@/components/ui/forbidden-panel';

export default function Forbidden() {
  return <ForbiddenPanel />;
}
