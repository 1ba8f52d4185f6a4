import { CircleAlert } from 'lucide-react';

/** What is wrong with a form as a whole, above its fields. */
export function FormAlert({ message }: { message: string | undefined }) {
  if (!message) return null;
  return (
    <p
      role="alert"
      className="flex items-start gap-2 rounded-lg bg-tint-danger px-3 py-2 text-on-tint-danger"
    >
      <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      {message}
    </p>
  );
}
