import type { Command } from './command';

/** The list of commands, as text. */
export function helpText(commands: Readonly<Record<string, Pick<Command, 'usage' | 'summary'>>>): string {
  const entries = Object.values(commands).map(({ usage, summary }) => `  ${usage}\n      ${summary}`);
  return `usage: npm run cli -- COMMAND\n\n${entries.join('\n')}\n  help [COMMAND]\n      show this list, or one command\n`;
}
