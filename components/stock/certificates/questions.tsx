import { useEffect, useRef } from 'react';
import { WarningNote } from '@/components/ui/base/warning-note';
import { formatDate } from '@/components/ui/format';
import { failureOf } from '@/components/ui/forms/failure';

/** What the server asks before it saves. */
export type Question = { code: string; value: string };

/** What a rejected save asks; null for any other failure. */
export function questionsIn(error: unknown): readonly Question[] | null {
  const details = failureOf(error)?.details;
  return details?.reason === 'confirm_required' && Array.isArray(details.questions)
    ? details.questions
    : null;
}

/** What a certificate says otherwise, by the code of the question. */
export const SENTENCES: Record<string, (value: string) => string> = {
  another_batch: (value) => `The PDF names batch ${value}.`,
  another_product: (value) => `It seems to be the certificate of ${value}.`,
  another_date: (value) => `The PDF says that the sample was collected on ${formatDate(value)}.`,
  sampled_before_packaged: (value) =>
    `The sample was collected on ${formatDate(value)}, before the batch was packaged.`,
  older_than_a_year: (value) => `The sample was collected on ${formatDate(value)}, more than a year ago.`,
};

/** What to confirm before a certificate is saved. */
export function Questions({ questions }: { questions: readonly Question[] }) {
  const box = useRef<HTMLDivElement>(null);
  // Some browsers return a promise, which React would call as a cleanup.
  useEffect(() => {
    box.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <div role="alert" ref={box}>
      <WarningNote>
        <p className="font-medium">The certificate says something else</p>
        {questions.map(({ code, value }) => (
          <p key={code}>{SENTENCES[code]?.(value) ?? value}</p>
        ))}
        <p>Correct it, or save it as entered.</p>
      </WarningNote>
    </div>
  );
}
