'use client';
import { SearchX } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { Link } from '@/components/ui/link';
import { Panel } from '@/components/ui/panel';

export default function NotFound() {
  return (
    <Panel
      heading="h1"
      icon={SearchX}
      title="There is nothing here"
      actions={
        <Button asChild>
          <Link href="/">Go to the overview</Link>
        </Button>
      }
    >
      <p>404 · What this address named is gone, or it was never yours.</p>
    </Panel>
  );
}
