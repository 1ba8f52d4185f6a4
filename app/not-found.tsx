import { SearchX } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { Link } from '@/components/ui/link';
import { Panel } from '@/components/ui/panel';

export const metadata = { title: 'Not found' };

export default function NotFound() {
  return (
    <main className="grid min-h-dvh place-items-center p-4">
      <Panel
        heading="h1"
        icon={SearchX}
        title="Page not found"
        actions={
          <Button asChild>
            <Link href="/">Go to Home</Link>
          </Button>
        }
      >
        <p>404 · Check the address, or go to Home.</p>
      </Panel>
    </main>
  );
}
