import { serve } from '../../server/platform/threads/serve';

type Question = 'hang' | 'allocate' | 'throw' | 'environment' | Uint8Array;

/** What a hostile file could make a program do. */
serve((question: Question): unknown => {
  switch (question) {
    case 'hang':
      for (;;);
    case 'allocate':
      for (const kept: unknown[] = []; ; ) kept.push(Array(1_000).fill(kept.length));
    case 'throw':
      throw new Error('Not what it expected');
    case 'environment':
      return Object.keys(process.env);
    default:
      return question.length;
  }
});
