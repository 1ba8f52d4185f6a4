import { cn } from './class-names';
import { ScrollRegion } from './scroll-region';

/**
 * Text as a machine wrote it, wrapped and never wider than its place. @param label names it for assistive technology
 */
export function CodeBlock({
  label,
  text,
  wraps = true,
  className,
}: {
  label: string;
  text: string;
  /** False where a line is read as one: it scrolls within its place. */
  wraps?: boolean;
  className?: string;
}) {
  return (
    <ScrollRegion
      label={label}
      className={cn(
        'max-h-60 overflow-auto rounded-md border border-border bg-hover px-3 py-2 text-text text-xs',
        className,
      )}
    >
      <pre className={cn('font-mono', wraps ? 'whitespace-pre-wrap break-all' : 'whitespace-pre')}>
        {text}
      </pre>
    </ScrollRegion>
  );
}
