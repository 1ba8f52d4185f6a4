import { Button } from '@/components/ui/base/button';
import { Dialog } from '@/components/ui/base/dialog';
import { Link } from '@/components/ui/base/link';
import { formatCount } from '@/components/ui/format';
import type { Line } from './draft';
import { type Question, questionText } from './questions';

/** Asks about all that seems wrong at once; nothing is received until it is confirmed. */
export function QuestionsDialog({
  questions,
  lines,
  act,
  pending,
  onConfirm,
  onClose,
}: {
  questions: readonly Question[];
  lines: readonly Line[];
  /** "Receive 3 lines". */
  act: string;
  pending: boolean;
  onConfirm: () => void;
  onClose: () => void;
}) {
  return (
    <Dialog
      open
      onOpenChange={() => !pending && onClose()}
      title="Check before you receive"
      description={`${formatCount(questions.length, 'question')}. Nothing is received yet.`}
      footer={
        <>
          <Button disabled={pending} onClick={onClose}>
            Go back
          </Button>
          <Button variant="primary" pending={pending} onClick={onConfirm}>
            {act} anyway
          </Button>
        </>
      }
    >
      <ul aria-label="Questions" className="flex list-disc flex-col gap-2 pl-5">
        {questions.map((question) => (
          <li key={`${question.path} ${question.code} ${question.difference ?? ''}`}>
            {questionText(question, lines)}
            {question.order_id && (
              <>
                {' '}
                <Link href={`/orders/${question.order_id}`} className="text-link hover:underline">
                  Open order {question.value}
                </Link>
              </>
            )}
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
