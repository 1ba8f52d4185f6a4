import { CircleAlert } from 'lucide-react';

/** The error above the form; nothing without one. */
export function RefusalAlert({ text }: { text: string | null }) {
  if (!text) return null;
  return (
    <p
      role="alert"
      className="flex items-start gap-2 rounded-lg bg-tint-danger px-3 py-2 text-on-tint-danger"
    >
      <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      {text}
    </p>
  );
}
