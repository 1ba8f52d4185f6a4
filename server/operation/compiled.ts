import { z } from 'zod';

/** The schema with a generated parser in front, made when it is first used: hundreds of them would slow the start. */
export function compiled(schema: z.ZodType): () => z.ZodType {
  let fast: z.ZodType | undefined;
  return () => {
    fast ??= z.compile(schema);
    return fast;
  };
}
