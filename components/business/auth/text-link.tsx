import type { ReactNode } from 'react';
import { Link } from '@/components/ui/base/link';

export function TextLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Link href={href} className="rounded-sm text-link underline underline-offset-4">
      {children}
    </Link>
  );
}
