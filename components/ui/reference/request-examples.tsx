'use client';
import { useState } from 'react';
import { Card } from '@/components/ui/base/card';
import { cn } from '@/components/ui/base/class-names';
import { CodeBlock } from '@/components/ui/base/code-block';
import { keepChoice } from '@/components/ui/base/cookie';
import { CopyButton } from '@/components/ui/base/copy-button';
import { LANGUAGE_COOKIE, LANGUAGES, type Language } from './snippets';

/** The example request in the reader's language, which is kept for the next page. */
export function RequestExamples({
  snippets,
  first,
}: {
  snippets: Record<Language, string>;
  first: Language;
}) {
  const [language, setLanguage] = useState(first);
  const choose = (key: Language) => {
    setLanguage(key);
    keepChoice(LANGUAGE_COOKIE, key);
  };
  return (
    <Card title="Example request" action={<CopyButton text={snippets[language]} what="example" />}>
      <fieldset className="mb-3 inline-flex rounded-lg border border-control/60 bg-surface p-0.5">
        <legend className="sr-only">Language</legend>
        {LANGUAGES.map(({ key, label }) => (
          <button
            key={key}
            type="button"
            aria-pressed={key === language}
            onClick={() => choose(key)}
            className={cn(
              'h-7.5 rounded-md px-3 font-medium transition-colors max-md:h-11',
              key === language ? 'bg-selected text-link' : 'text-muted hover:text-text',
            )}
          >
            {label}
          </button>
        ))}
      </fieldset>
      <CodeBlock wraps={false} label="Example request" text={snippets[language]} className="max-h-96" />
    </Card>
  );
}
