'use client';
import { Clock, TriangleAlert } from 'lucide-react';
import { useEffect, useState } from 'react';
import { cn } from '@/components/ui/base/class-names';
import { useViewer } from '@/components/ui/providers/viewer';
import { momentText } from '@/server/kernel/moment-text';

const SECOND = 1_000;

/** How long it is until a time, or since: "2 d 4 h", "3 h 12 min", "4 min 09 s". */
export function spanText(ms: number): string {
  const seconds = Math.floor(Math.abs(ms) / SECOND);
  const [days, hours, minutes] = [
    Math.floor(seconds / 86_400),
    Math.floor(seconds / 3_600) % 24,
    Math.floor(seconds / 60) % 60,
  ];
  if (days > 0) return `${days} d ${hours} h`;
  if (hours > 0) return `${hours} h ${minutes} min`;
  return `${minutes} min ${String(seconds % 60).padStart(2, '0')} s`;
}

/** Until when holders respond, and how long that is: it counts by itself, and the page around it stays. */
export function ResponseTime({ at }: { at: string }) {
  const { timezone } = useViewer().entity;
  // The server's clock would render another second.
  const [now, setNow] = useState<number | null>(null);
  useEffect(() => {
    const tick = () => setNow(Date.now());
    tick();
    const timer = setInterval(tick, SECOND);
    return () => clearInterval(timer);
  }, []);
  const left = now === null ? null : Date.parse(at) - now;
  const late = left !== null && left < 0;
  const Icon = late ? TriangleAlert : Clock;
  return (
    <p className={cn('flex items-start gap-2', late && 'text-destructive')}>
      <Icon aria-hidden className="mt-0.5 size-4 shrink-0" />
      <span>
        {/* A timer isn't read out as it counts. */}
        <span
          role="timer"
          aria-label="Time to respond"
          className="block font-semibold tabular-nums print:hidden"
        >
          {left === null ? '\u00a0' : late ? `Overdue by ${spanText(left)}` : `${spanText(left)} left`}
        </span>
        <span className="block text-sm">
          Responses due <time dateTime={at}>{momentText(at, timezone)}</time>
        </span>
      </span>
    </p>
  );
}
