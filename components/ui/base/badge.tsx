import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

export type BadgeTone = 'neutral' | 'warning' | 'info' | 'progress' | 'success' | 'danger';

/** Icons that status-badges.css draws, for badges that lists repeat: as an element, each is half a kilobyte of the page. */
export type BadgeIcon = 'check' | 'alert' | 'triangle' | 'slash' | 'x' | 'minus' | 'clock' | 'lock';

/** A word about an object. A tone other than neutral comes with an icon: never color alone. */
export function Badge({
  tone = 'neutral',
  icon: Icon,
  wraps,
  children,
}: {
  tone?: BadgeTone;
  icon?: LucideIcon | BadgeIcon;
  /** For words that have to be read to the end: where there is no room for a line, there are two. */
  wraps?: true;
  children: ReactNode;
}) {
  const isDrawn = typeof Icon === 'string';
  return (
    <span className="badge" data-tone={tone} data-icon={isDrawn ? Icon : undefined} data-wraps={wraps}>
      {Icon && !isDrawn && <Icon aria-hidden />}
      <span>{children}</span>
    </span>
  );
}
