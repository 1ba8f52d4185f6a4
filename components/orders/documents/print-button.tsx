'use client';
import { Printer } from 'lucide-react';
import { Button } from '@/components/ui/base/button';

/** Opens the browser's print dialog. */
export function PrintButton() {
  return (
    <Button variant="primary" onClick={() => window.print()}>
      <Printer aria-hidden />
      Print
    </Button>
  );
}
