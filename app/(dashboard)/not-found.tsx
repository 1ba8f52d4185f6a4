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
      title="Page not found"
      actions={
        <Button asChild>
          <Link href="/">Go to overview</Link>
        </Button>
      }
    >
      <p>404 · It doesn't exist, or you don't have access to it.</p>
    </Panel>
  );
}
