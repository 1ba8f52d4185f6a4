import { z } from 'zod';
import { Id } from '../../../../kernel/params';
import { BankLine } from '../resource';

const LineError = z
  .object({
    code: z
      .string()
      .meta({ description: 'Code of the error that confirming the line alone would respond with' }),
    message: z.string().meta({ description: 'What happened, and what to do' }),
    details: z.record(z.string(), z.unknown()).meta({ description: 'Its details, such as `reason`' }),
  })
  .meta({ id: 'BankLineError' });

const LineResult = z
  .object({
    id: Id.meta({ description: 'Id of the line' }),
    line: BankLine.optional().meta({ description: 'The confirmed line; absent where it failed' }),
    error: LineError.optional().meta({ description: 'Why it is not confirmed; absent otherwise' }),
  })
  .meta({ id: 'BankLineResult' });
export type LineResult = z.infer<typeof LineResult>;

export const ConfirmedLines = z
  .object({ results: z.array(LineResult).meta({ description: 'One for each line, in order' }) })
  .meta({ id: 'BankLineResults' });
