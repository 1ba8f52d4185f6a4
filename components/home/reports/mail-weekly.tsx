'use client';
import { Mail } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Button } from '@/components/ui/base/button';
import type { SalesFilter } from './sales-address';

const load = () => import('./schedule-dialog');
const ScheduleDialog = lazy(() => load().then((m) => ({ default: m.ScheduleDialog })));

/** Opens the dialog that schedules a report as the page is filtered. */
export function MailWeekly({ filter, me }: { filter: SalesFilter; me: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        className="print:hidden"
        onPointerEnter={() => void load()}
        onFocus={() => void load()}
        onClick={() => setOpen(true)}
      >
        <Mail aria-hidden />
        Schedule email
      </Button>
      {isOpen && (
        <Suspense>
          <ScheduleDialog filter={filter} me={me} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
