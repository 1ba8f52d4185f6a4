import { SearchX } from 'lucide-react';
import { Button } from './button';
import { Link } from './link';
import { Panel } from './panel';

/** What an address without a page, or one of another business's, shows inside the shell. */
export function NotFoundPanel() {
  return (
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
      <p>404 · It doesn't exist, or you don't have access to it.</p>
    </Panel>
  );
}
