import { Button } from '@/components/ui/button';
import { ForbiddenPanel } from '@/components/ui/forbidden-panel';
import { Link } from '@/components/ui/link';

export default function Forbidden() {
  return (
    <ForbiddenPanel
      action={
        <Button asChild>
          <Link href="/">Go to Overview</Link>
        </Button>
      }
    />
  );
}
