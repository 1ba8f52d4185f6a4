import type { ReactNode } from 'react';

/** Text of the document: paragraphs, lists of `-`, and code between backticks. */
export function Prose({ text, className }: { text: string; className?: string }) {
  return (
    <div className={className}>
      {text.split(/\n{2,}/).map((block) => {
        const lines = block.split('\n');
        return lines.every((line) => line.startsWith('- ')) ? (
          <ul key={block} className="mt-1.5 list-disc space-y-0.5 pl-5 marker:text-muted">
            {lines.map((line) => (
              <li key={line}>{withCode(line.slice(2))}</li>
            ))}
          </ul>
        ) : (
          <p key={block} className="not-first:mt-1.5">
            {withCode(block)}
          </p>
        );
      })}
    </div>
  );
}

function withCode(text: string): ReactNode[] {
  return text.split(/(`[^`]+`)/).map((part, index) =>
    part.startsWith('`') && part.length > 2 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of a text that never changes
      <Code key={index}>{part.slice(1, -1)}</Code>
    ) : (
      part
    ),
  );
}

export function Code({ children }: { children: ReactNode }) {
  return (
    <code className="break-words rounded-sm bg-hover px-1 py-px font-mono text-[0.9em]">{children}</code>
  );
}
